/** The environment of connect4_env, as `serve` takes it. */
import environment from "./environment.ts";
import type { Connect4Server } from "./gen/index.ts";

export const connect4Server: Connect4Server = environment;
