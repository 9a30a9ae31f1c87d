/** The environment of rich, as `serve` takes it. */
import environment from "./environment.ts";
import type { RichServer } from "./gen/index.ts";

export const richServer: RichServer = environment;
