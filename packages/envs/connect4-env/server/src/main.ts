#!/usr/bin/env node
/** Serves connect4_env; options come from flags and environment variables. */
import { runServer } from "@openenv/core/serve";
import { connect4Server } from "./index.ts";

await runServer(connect4Server);
