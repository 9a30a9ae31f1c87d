#!/usr/bin/env node
/** Serves echo; options come from flags and environment variables. */
import { runServer } from "@openenv/core/serve";
import { echoServer } from "./index.ts";

await runServer(echoServer);
