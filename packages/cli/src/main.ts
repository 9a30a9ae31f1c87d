#!/usr/bin/env node
/** The `openenv` command. */
import process from "node:process";

import { runCli } from "./run-cli.ts";

process.exitCode = await runCli(process.argv.slice(2));
