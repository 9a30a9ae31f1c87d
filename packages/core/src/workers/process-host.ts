/** A worker that is a child process, on Deno. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { reviveError } from "../errors/carried-error.ts";
import { guard } from "../providers/guardian.ts";
import { workerEntry, type WorkerEvents, type WorkerHost, type WorkerLimits } from "./worker-host.ts";
import type { WorkerCrash, WorkerReply } from "./worker-message.ts";

export function startProcess(events: WorkerEvents, { memoryLimitMb }: WorkerLimits): WorkerHost {
  const child = fork(fileURLToPath(workerEntry("process-main")), [], {
    // Of this process's own flags the runtime passes on what a child needs.
    execArgv: memoryLimitMb === undefined ? [] : [`--max-old-space-size=${memoryLimitMb}`],
    serialization: "advanced",
  });
  // A worker that is held up would not see that its server is gone.
  const guardian = child.pid === undefined ? undefined : guard(["/bin/sh", "-c", `kill -9 ${child.pid}`]);
  let killed = false;
  let failure: unknown;
  const receive = (note: WorkerReply | Uint8Array): void => {
    let reply: WorkerReply;
    try {
      reply = note instanceof Uint8Array ? (deserialize(note) as WorkerReply) : note;
    } catch (error) {
      events.unreadable(error);
      return;
    }
    events.message(reply);
  };
  const end = (why: unknown): void => {
    guardian?.release();
    if (!killed) events.gone(failure ?? why);
    killed = true;
  };
  child.on("message", (message) => {
    const note = message as WorkerReply | WorkerCrash | Uint8Array;
    if (typeof note === "object" && "crash" in note) failure = reviveError(note.crash);
    else if (!killed) receive(note);
  });
  child.on("error", end);
  child.on("exit", (code, signal) => end(new Error(`It ended with ${signal ?? `exit code ${code}`}.`)));
  const hold = (holds: boolean): void => {
    if (holds) child.ref();
    else child.unref();
    if (holds) child.channel?.ref();
    else child.channel?.unref();
  };
  hold(false);
  return {
    post(request) {
      const bytes = serialize(request);
      if (child.connected) child.send(bytes);
    },
    hold,
    kill() {
      killed = true;
      child.kill("SIGKILL");
    },
  };
}
