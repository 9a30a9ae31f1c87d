/** The environment of echo, as `serve` takes it. */
import environment from "./environment.ts";
import type { EchoServer } from "./gen/index.ts";

export const echoServer: EchoServer = environment;
