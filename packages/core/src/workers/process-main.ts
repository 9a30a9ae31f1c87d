/** The program of a worker that is a process. It ends with its server. */
import process from "node:process";
import { deserialize, serialize } from "node:v8";
import { carryError } from "../errors/carried-error.ts";
import { HostedEnvironments } from "./hosted-environments.ts";
import type { WorkerCrash, WorkerRequest } from "./worker-message.ts";

const environments = new HostedEnvironments({
  // Deno's channel takes what it cannot hold without a word, and then cannot be read.
  say: (answer) => void process.send?.(serialize(answer)),
  // The call may hold the thread, and a message leaves only while nothing does.
  begin: (id, call) => void process.send?.(id, undefined, undefined, call),
});

process.on("message", (bytes) => {
  let request: WorkerRequest;
  try {
    request = deserialize(bytes as Uint8Array) as WorkerRequest;
  } catch (error) {
    environments.missed(error);
    return;
  }
  environments.receive(request);
});
process.on("disconnect", () => process.exit(0));
process.on("uncaughtException", crash);
process.on("unhandledRejection", crash);
// Signals are meant for the server, which lets running steps finish.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

function crash(error: unknown): void {
  const note: WorkerCrash = { crash: carryError(error) };
  process.send?.(note, undefined, undefined, () => process.exit(1));
}
