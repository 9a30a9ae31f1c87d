/** The environment of slow, as `serve` takes it. */
import environment from "./environment.ts";
import type { SlowServer } from "./gen/index.ts";

export const slowServer: SlowServer = environment;
