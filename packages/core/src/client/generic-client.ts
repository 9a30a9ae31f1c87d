/**
 * A client for any environment, without generated code.
 */
import type { GenericTypes } from "../types.ts";
import { EnvClient } from "./client.ts";

/**
 * Sends actions as they are given and gives observations and states as the server sent them; `metadata` may so stand
 * inside the observation too. Integers beyond ±(2^53 − 1) arrive as `bigint`.
 */
export class GenericEnvClient extends EnvClient<GenericTypes> {}
