/** A real HAProxy with a configuration of ours, until it is disposed of. */
import { haproxyConfig, type HaproxyOptions } from "@openenv/core/fleet";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "openenv-scripts/free-port.ts";

const PATHS = ["/usr/sbin/haproxy", Bun.which("haproxy") ?? ""];

/** `undefined` where it is not installed. */
export const haproxy: string | undefined = PATHS.find((path) => path !== "" && existsSync(path));

export class Gateway implements AsyncDisposable {
  readonly url: string;
  readonly #child: Bun.Subprocess;
  readonly #folder: string;

  private constructor(url: string, child: Bun.Subprocess, folder: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
  }

  /** Resolves when it listens and has found a healthy server. */
  static async start(program: string, options: Omit<HaproxyOptions, "port">): Promise<Gateway> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "openenv-gateway-"));
    const file = join(folder, "haproxy.cfg");
    writeFileSync(file, haproxyConfig({ ...options, port }));
    const checked = spawnSync(program, ["-c", "-f", file], { encoding: "utf8" });
    if (checked.status !== 0 || /\[(?:ALERT|WARNING)\]/.test(checked.stderr)) throw new Error(checked.stderr);
    const child = Bun.spawn([program, "-db", "-f", file], { stdout: "ignore", stderr: "ignore" });
    const gateway = new Gateway(`http://127.0.0.1:${port}`, child, folder);
    const deadline = performance.now() + 30_000;
    for (;;) {
      const answer = await fetch(`${gateway.url}/health`).catch(() => undefined);
      if (answer?.status === 200) return gateway;
      if (performance.now() > deadline) {
        await gateway[Symbol.asyncDispose]();
        throw new Error("The gateway does not answer.");
      }
      await Bun.sleep(20);
    }
  }

  /** For the bench: whose time is measured. */
  get pid(): number {
    return this.#child.pid;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
