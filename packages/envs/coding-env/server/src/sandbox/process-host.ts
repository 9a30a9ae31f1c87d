/**
 * A sandbox worker as a child process of the same runtime: no environment variables, an empty working folder, and
 * killed with SIGKILL.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FrameReader, packMessage } from "./frames.ts";
import type { HostMessage, WorkerMessage } from "./messages.ts";
import { processCommand } from "./process-command.ts";
import { Reaper } from "./reaper.ts";
import type { StartWorker, WorkerEvents, WorkerHost } from "./worker-host.ts";

const MAX_STDERR = 4000;

/** What the processes of one pool have in common. */
export interface ProcessGround {
  readonly start: StartWorker;
  close(): void;
}

/** Prepares the folder that the processes start in, which is empty and stays so. */
export function prepareProcesses(wheels: readonly string[]): ProcessGround {
  const folder = mkdtempSync(join(tmpdir(), "openenv-sandbox-"));
  const reaper = new Reaper(folder);
  const command = processCommand(wheels);
  return {
    start: (events) => new ProcessHost(events, command, folder, reaper),
    close: () => {
      reaper.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

class ProcessHost implements WorkerHost {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #complaint = "";
  #killed = false;

  constructor(events: WorkerEvents, command: readonly string[], cwd: string, reaper: Reaper) {
    const [program = "", ...args] = command;
    this.#child = spawn(program, args, { cwd, env: {}, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    const { pid } = this.#child;
    if (pid !== undefined) reaper.add(pid);
    const reader = new FrameReader((message) => {
      if (!this.#killed) events.message(message as WorkerMessage);
    });
    this.#child.stdout?.on("data", (chunk: Uint8Array) => reader.push(chunk));
    this.#child.stderr?.on("data", (chunk: Uint8Array) => {
      this.#complaint = (this.#complaint + new TextDecoder().decode(chunk)).slice(-MAX_STDERR);
    });
    // Writing to a process that is ending: its end says what there is to say.
    this.#child.stdin?.on("error", () => undefined);
    this.#ended = new Promise((resolve) => {
      this.#child.once("error", (error) => {
        this.#complaint = error.message;
        resolve();
      });
      this.#child.once("exit", () => resolve());
    });
    void this.#watch(events, pid, reaper);
  }

  post(message: HostMessage): void {
    this.#child.stdin?.write(packMessage(message));
  }

  async kill(): Promise<void> {
    this.#killed = true;
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  async #watch(events: WorkerEvents, pid: number | undefined, reaper: Reaper): Promise<void> {
    await this.#ended;
    if (pid !== undefined) reaper.remove(pid);
    // What it still had to say may come after its end.
    const { stdout } = this.#child;
    if (!this.#killed && stdout?.readableEnded === false) await Promise.race([once(stdout, "end"), pause(500)]);
    if (!this.#killed) events.gone(this.#complaint.trim() || "the process ended");
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
