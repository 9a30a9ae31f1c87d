#!/usr/bin/env node
/** Serves counter; options come from flags and environment variables. */
import { runServer } from "@openenv/core/serve";
import { counterServer } from "./index.ts";

await runServer(counterServer);
