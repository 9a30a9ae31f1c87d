/**
 * A sandbox worker in a container of its own, by Docker or Podman: no network, a read-only file system, no root, no
 * capabilities. It talks over its standard streams, as a worker that is a process does.
 */
import { InvalidArgumentError } from "@openenv/core";
import { type ContainerProcess, type ContainerProcessOptions, startContainerProcess } from "@openenv/core/providers";
import { FrameReader, packMessage } from "./frames.ts";
import type { HostMessage, WorkerMessage } from "./messages.ts";
import type { StartWorker, WorkerEvents, WorkerHost } from "./worker-host.ts";

const MIB = 1 << 20;

/** What the runtime and the interpreter's own code take beside the guest's memory. */
const RUNTIME_MIB = 384;

const MAX_STDERR = 4000;

/** Where the worker's program is in this environment's image. */
const COMMAND = ["bun", "--no-env-file", "--no-install", "/app/server/dist/worker/process-main.js"];

const LOCKED_DOWN = ["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--pids-limit", "128"];

export interface ContainerGround {
  readonly container: ContainerProcessOptions;
  readonly memoryBytes: number;
  /** Files that the worker reads when it starts; they are mounted where they are. */
  readonly wheels: readonly string[];
}

/**
 * How each container is started. What the caller says wins, but for the limits, which are added to.
 *
 * @throws InvalidArgumentError without an image
 */
export function startContainers({ container, memoryBytes, wheels }: ContainerGround): StartWorker {
  if (container.image === undefined || container.image === "") {
    throw new InvalidArgumentError(
      "container",
      'isolation "container" needs the image of this environment: container.image, or the variable ' +
        "CODING_CONTAINER_IMAGE. buildImage of @openenv/core/providers makes it.",
    );
  }
  const options: ContainerProcessOptions = {
    memory: `${Math.ceil(memoryBytes / MIB) + RUNTIME_MIB}m`,
    command: COMMAND,
    ...container,
    mounts: [...wheels.map((wheel) => ({ source: wheel, target: wheel, readOnly: true })), ...(container.mounts ?? [])],
    extraArgs: [...LOCKED_DOWN, ...(container.extraArgs ?? [])],
  };
  return (events) => new ContainerHost(events, options);
}

class ContainerHost implements WorkerHost {
  readonly #container: ContainerProcess;
  #complaint = "";
  #killed = false;

  constructor(events: WorkerEvents, options: ContainerProcessOptions) {
    this.#container = startContainerProcess(options);
    const reader = new FrameReader((message) => {
      if (!this.#killed) events.message(message as WorkerMessage);
    });
    this.#container.stdout.on("data", (chunk: Uint8Array) => reader.push(chunk));
    this.#container.stderr.on("data", (chunk: Uint8Array) => {
      this.#complaint = (this.#complaint + new TextDecoder().decode(chunk)).slice(-MAX_STDERR);
    });
    void this.#watch(events);
  }

  post(message: HostMessage): void {
    this.#container.stdin.write(packMessage(message));
  }

  async kill(): Promise<void> {
    this.#killed = true;
    await this.#container.kill();
  }

  async #watch(events: WorkerEvents): Promise<void> {
    const exitCode = await this.#container.ended;
    // What it still had to say may come after its end.
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (!this.#killed) events.gone(this.#complaint.trim() || `the container ended with exit code ${exitCode}`);
  }
}
