/** The environment of broken, as `serve` takes it. */
import environment from "./environment.ts";
import type { BrokenServer } from "./gen/index.ts";

export const brokenServer: BrokenServer = environment;
