#!/usr/bin/env node
/** Serves rich; options come from flags and environment variables. */
import { runServer } from "@openenv/core/serve";
import { richServer } from "./index.ts";

await runServer(richServer);
