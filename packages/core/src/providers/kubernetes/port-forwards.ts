/**
 * Pods by a `kubectl port-forward` each, on 127.0.0.1.
 */
import { type ChildProcess, spawn } from "node:child_process";

import { ProviderError } from "../../errors/provider-error.ts";
import { guard } from "../guardian.ts";
import { LogTail } from "../log-tail.ts";
import { killGroup, killGroupCommand } from "../process/process-group.ts";
import type { ProviderEndpoint } from "../provider.ts";
import type { Pod } from "./kube-objects.ts";
import type { KubectlApi } from "./kubectl-api.ts";
import type { PodAccess } from "./pod-access.ts";

/** How long a forward may take to listen, in milliseconds. */
const LISTEN_MS = 30_000;

interface Forward {
  readonly url: Promise<string>;
  readonly ended: Promise<void>;
  end(): void;
}

export class PortForwards implements PodAccess {
  readonly #api: KubectlApi;
  readonly #port: number;
  /** By pod. */
  readonly #forwards = new Map<string, Forward>();
  #closed = false;

  constructor(api: KubectlApi, port: number) {
    this.#api = api;
    this.#port = port;
  }

  async endpoints(ready: readonly Pod[]): Promise<readonly ProviderEndpoint[]> {
    const names = new Set(ready.map(({ metadata }) => metadata.name));
    for (const [name, forward] of this.#forwards) if (!names.has(name)) this.#drop(name, forward);
    const urls = await Promise.all([...names].map((name) => this.#urlOf(name)));
    return urls.filter((url) => url !== undefined).map((baseUrl) => ({ baseUrl }));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const forwards = [...this.#forwards.values()];
    for (const [name, forward] of this.#forwards) this.#drop(name, forward);
    await Promise.all(forwards.map(({ ended }) => ended));
  }

  /** `undefined` for a pod that goes just now. */
  async #urlOf(name: string): Promise<string | undefined> {
    if (this.#closed) return undefined;
    let forward = this.#forwards.get(name);
    if (forward === undefined) {
      const made = startForward(
        this.#api.argv("port-forward", `pod/${name}`, `:${this.#port}`, "--address", "127.0.0.1"),
      );
      // One that ends, as when its pod does, is made anew if the pod is still there.
      void made.ended.finally(() => {
        if (this.#forwards.get(name) === made) this.#forwards.delete(name);
      });
      this.#forwards.set(name, made);
      forward = made;
    }
    return forward.url.catch(() => undefined);
  }

  #drop(name: string, forward: Forward): void {
    this.#forwards.delete(name);
    forward.end();
  }
}

function startForward(argv: readonly string[]): Forward {
  const [file = "", ...args] = argv;
  const child = spawn(file, args, { detached: true, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
  const guardian = child.pid === undefined ? undefined : guard(killGroupCommand(child.pid));
  const ended = new Promise<void>((resolve) => {
    const settle = (): void => {
      guardian?.release();
      resolve();
    };
    child.on("error", settle);
    child.on("exit", settle);
  });
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid, "SIGTERM");
  };
  const url = urlOf(child, ended);
  // Whoever wants it sees the failure.
  url.catch(end);
  return { url, ended, end };
}

/** `Forwarding from 127.0.0.1:40123 -> 8000` */
function urlOf(child: ChildProcess, ended: Promise<void>): Promise<string> {
  const log = new LogTail();
  return new Promise((resolve, reject) => {
    const fail = (): void =>
      reject(new ProviderError("start", "kubectl port-forward does not work.", { logs: log.text }));
    const timer = setTimeout(fail, LISTEN_MS);
    const read = (chunk: string): void => {
      log.append(chunk);
      const port = /Forwarding from 127\.0\.0\.1:(\d+)/.exec(log.text)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
      if (port !== undefined) clearTimeout(timer);
    };
    child.stdout?.setEncoding("utf8").on("data", read);
    child.stderr?.setEncoding("utf8").on("data", read);
    void ended.finally(() => {
      clearTimeout(timer);
      fail();
    });
  });
}
