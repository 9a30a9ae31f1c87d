#!/usr/bin/env node
/** Serves slow; options come from flags and environment variables. */
import { runServer } from "@openenv/core/serve";
import { slowServer } from "./index.ts";

await runServer(slowServer);
