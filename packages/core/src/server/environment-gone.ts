/** The end of an environment that nobody asked for. */
import { SessionError } from "../errors/wire-errors.ts";

/** What holds the environment has ended, and with it the session: a worker crashed, or had to be ended. */
export class EnvironmentGoneError extends SessionError {}
