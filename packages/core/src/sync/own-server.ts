/**
 * Recognises a server that runs in the thread that is about to wait for it: it could never answer.
 */
import { SyncUnsupportedError } from "../errors/local-errors.ts";
import type { BaseUrl } from "../protocol/base-url.ts";
import { isServedByThisThread } from "./served-addresses.ts";

/** @throws SyncUnsupportedError when `serve` was called in this thread for that address */
export function refuseServerOfThisThread(url: BaseUrl): void {
  if (!isServedByThisThread(new URL(url.httpUrl("/")))) return;
  throw new SyncUnsupportedError(
    `The server at ${url.baseUrl} runs in this thread, which a blocking client keeps from answering. Serve in another ` +
      `process or worker, or use the async client.`,
  );
}
