/** Failures of agentic harnesses, for those who write them and those who talk to them. */
import { brandError, OpenEnvError, type OpenEnvErrorOptions } from "./openenv-error.ts";

/**
 * `HARNESS_FAILED`: a turn of a harness failed, and its session is over. Thrown by a harness it becomes the outcome of its
 * step, told to the caller with its message; any other error is a failure of the environment's code.
 */
export class HarnessError extends OpenEnvError {
  /** As the observation of such a step tells it. */
  readonly errorType: "harness_crashed" | "turn_timeout";

  constructor(
    message: string,
    errorType: HarnessError["errorType"] = "harness_crashed",
    options?: OpenEnvErrorOptions,
  ) {
    super("HARNESS_FAILED", message, options);
    this.errorType = errorType;
  }
  static {
    brandError(this, "HarnessError");
  }
}
