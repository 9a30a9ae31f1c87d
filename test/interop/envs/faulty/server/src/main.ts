#!/usr/bin/env node
/** Serves faulty; options come from flags and environment variables. */
import { runServer } from "@openenv/core/serve";
import { faultyServer } from "./index.ts";

await runServer(faultyServer);
