#!/usr/bin/env node
/** Serves broken; options come from flags and environment variables. */
import { runServer } from "@openenv/core/serve";
import { brokenServer } from "./index.ts";

await runServer(brokenServer);
