/**
 * FAKES of the clouds' SDKs, written to the types of sdk-types.ts, since the services themselves cannot be reached from a
 * test. A sandbox is a container of the local engine that sleeps; its shell, its files and its port are real.
 */
import { spawn } from "node:child_process";
import type { DaytonaSdk } from "@openenv/core/providers/daytona";
import type { E2BSandbox, E2BSdk } from "@openenv/core/providers/e2b";
import type { ModalSdk } from "@openenv/core/providers/modal";
import type { NovitaSdk } from "@openenv/core/providers/novita";
import { engineCommand, type TestEngine } from "./engine.ts";

/** What the fakes note of their use. */
export interface FakeCalls {
  /** What `create` was given. */
  readonly created: unknown[];
  closed: number;
}

/** What goes wrong, and when. */
export interface FakeTrouble {
  /** Resolves before a sandbox is made. */
  readonly before?: Promise<void>;
  readonly createFails?: string;
  readonly url?: string;
}

/** A sandbox of any of them. */
class FakeSandbox {
  readonly name: string;
  readonly engine: TestEngine;
  readonly env: Readonly<Record<string, string>>;

  constructor(engine: TestEngine, image: string, env: Readonly<Record<string, string>>) {
    this.engine = engine;
    this.env = env;
    this.name = `fake-sandbox-${crypto.randomUUID().slice(0, 8)}`;
    const variables = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    engineCommand(
      engine,
      "run",
      "-d",
      "--name",
      this.name,
      "-p",
      "127.0.0.1::8000",
      ...variables,
      image,
      "sleep",
      "3600",
    );
  }

  run(command: string): Promise<{ code: number; stdout: string }> {
    const { cli, engineHost } = this.engine;
    const host = engineHost === undefined ? [] : ["--host", engineHost];
    return new Promise((resolve, reject) => {
      const child = spawn(cli, [...host, "exec", this.name, "sh", "-c", command]);
      let stdout = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
      child.on("error", reject);
      child.on("close", (code) => resolve({ code: code ?? 1, stdout }));
    });
  }

  address(): string {
    return engineCommand(this.engine, "port", this.name, "8000/tcp").split("\n")[0] ?? "";
  }

  isRunning(): boolean {
    try {
      return engineCommand(this.engine, "container", "inspect", "-f", "{{.State.Running}}", this.name) === "true";
    } catch {
      return false;
    }
  }

  remove(): void {
    engineCommand(this.engine, "rm", "--force", this.name);
  }
}

export function fakeE2b(engine: TestEngine, calls: FakeCalls, trouble: FakeTrouble = {}): E2BSdk {
  return {
    Sandbox: {
      async create(template, options = {}) {
        calls.created.push({ template, ...options });
        await trouble.before;
        if (trouble.createFails !== undefined) throw new Error(trouble.createFails);
        return asE2b(new FakeSandbox(engine, template, options.envs ?? {}), trouble);
      },
    },
  };
}

export function fakeNovita(engine: TestEngine, calls: FakeCalls): NovitaSdk {
  return {
    Sandbox: {
      create(options = {}) {
        calls.created.push(options);
        return Promise.resolve(asE2b(new FakeSandbox(engine, options.image ?? "", options.envs ?? {}), {}));
      },
    },
  };
}

/** As the SDKs do, a command that fails throws. */
function asE2b(sandbox: FakeSandbox, { url }: FakeTrouble): E2BSandbox {
  return {
    sandboxId: sandbox.name,
    trafficAccessToken: "traffic-token",
    commands: {
      async run(command) {
        const { code, stdout } = await sandbox.run(command);
        if (code !== 0) throw new Error(`exit status ${code}`);
        return { stdout };
      },
    },
    getHost: () => url ?? sandbox.address(),
    isRunning: () => Promise.resolve(sandbox.isRunning()),
    kill() {
      sandbox.remove();
      return Promise.resolve(true);
    },
  };
}

export function fakeModal(engine: TestEngine, calls: FakeCalls, trouble: FakeTrouble = {}): ModalSdk<string, string> {
  return {
    ModalClient: class {
      readonly apps = { fromName: (name: string) => Promise.resolve(name) };
      readonly images = { fromRegistry: (tag: string) => tag };
      readonly sandboxes = {
        create(app: string, image: string, options: { env?: Record<string, string> } = {}) {
          calls.created.push({ app, image, ...options });
          const sandbox = new FakeSandbox(engine, image, options.env ?? {});
          return Promise.resolve({
            sandboxId: sandbox.name,
            async exec([, , command = ""]: string[]) {
              const { code, stdout } = await sandbox.run(command);
              return { stdout: { readText: () => Promise.resolve(stdout) }, wait: () => Promise.resolve(code) };
            },
            tunnels: () => Promise.resolve({ 8000: { url: trouble.url ?? `http://${sandbox.address()}` } }),
            poll: () => Promise.resolve(sandbox.isRunning() ? null : 0),
            terminate: () => Promise.resolve(sandbox.remove()),
          });
        },
      };
      close(): void {
        calls.closed += 1;
      }
    },
  };
}

export function fakeDaytona(engine: TestEngine, calls: FakeCalls): DaytonaSdk {
  return {
    Daytona: class {
      create(params: { envVars?: Record<string, string>; image?: string; snapshot?: string }) {
        calls.created.push(params);
        const sandbox = new FakeSandbox(engine, params.image ?? params.snapshot ?? "", params.envVars ?? {});
        return Promise.resolve({
          id: sandbox.name,
          state: "started",
          process: {
            executeCommand: async (command: string) => ({ result: (await sandbox.run(command)).stdout }),
          },
          refreshData(this: { state: string }) {
            this.state = sandbox.isRunning() ? "started" : "destroyed";
            return Promise.resolve();
          },
          getSignedPreviewUrl: () => Promise.resolve({ url: `http://${sandbox.address()}` }),
          delete: () => Promise.resolve(sandbox.remove()),
        });
      }
      [Symbol.asyncDispose](): Promise<void> {
        calls.closed += 1;
        return Promise.resolve();
      }
    },
  };
}
