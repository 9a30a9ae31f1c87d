#!/usr/bin/env node
/** Serves tools; options come from flags and environment variables. */
import { runServer } from "@openenv/core/serve";
import { toolsServer } from "./index.ts";

await runServer(toolsServer);
