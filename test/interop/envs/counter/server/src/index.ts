/** The environment of counter, as `serve` takes it. */
import environment from "./environment.ts";
import type { CounterServer } from "./gen/index.ts";

export const counterServer: CounterServer = environment;
