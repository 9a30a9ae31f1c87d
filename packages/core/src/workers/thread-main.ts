/** The program of a worker that is a thread. */
import { parentPort } from "node:worker_threads";
import { HostedEnvironments } from "./hosted-environments.ts";
import type { WorkerReply, WorkerRequest } from "./worker-message.ts";

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const say = (reply: WorkerReply): void => parentPort?.postMessage(reply);
const environments = new HostedEnvironments({
  say,
  begin(id, call) {
    say(id);
    call();
  },
});
parentPort?.on("message", (request: WorkerRequest) => environments.receive(request));
parentPort?.on("messageerror", (error) => environments.missed(error));
