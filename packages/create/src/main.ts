#!/usr/bin/env node
/** `npm create @openenv my-env`. */
import process from "node:process";

import { create } from "./index.ts";

process.exitCode = await create(process.argv.slice(2));
