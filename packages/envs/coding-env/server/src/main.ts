#!/usr/bin/env node
/** Serves coding_env; options come from flags and environment variables. */
import { runServer } from "@openenv/core/serve";
import { codingServer } from "./index.ts";

await runServer(codingServer);
