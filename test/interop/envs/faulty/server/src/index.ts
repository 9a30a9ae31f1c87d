/** The environment of faulty, as `serve` takes it. */
import environment from "./environment.ts";
import type { FaultyServer } from "./gen/index.ts";

export const faultyServer: FaultyServer = environment;
