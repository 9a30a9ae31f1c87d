/**
 * Where the proofs of published packages happen: folders outside the repository, commands in them, and the tally.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { runCommand } from "openenv-scripts/run-command.ts";
import { envFor, requireRuntime, type RuntimeName } from "openenv-scripts/runtimes.ts";
import { type LocalRegistry, startRegistry } from "./registry.ts";

export class Stage implements Disposable {
  readonly registry: LocalRegistry = startRegistry();
  readonly #root = mkdtempSync(join(tmpdir(), "openenv-published-"));
  passed = 0;
  failed = 0;

  /** A new folder with files in it. */
  folder(name: string, files: Readonly<Record<string, string | object>> = {}): string {
    const folder = join(this.#root, name);
    mkdirSync(folder, { recursive: true });
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content, undefined, 2));
    }
    return folder;
  }

  /**
   * The environment of a user who has one runtime: no export condition of ours, the local registry, caches of their own,
   * and the runtime first on the PATH.
   */
  env(name: RuntimeName): NodeJS.ProcessEnv {
    const { path } = requireRuntime(name);
    const bin = this.folder(`bin-${name}`);
    const command = name.startsWith("node") ? "node" : name;
    rmSync(join(bin, command), { force: true });
    Bun.spawnSync(["ln", "-s", path, join(bin, command)]);
    const env: NodeJS.ProcessEnv = {
      ...envFor("node20"),
      ...this.registry.env,
      PATH: [bin, process.env["PATH"]].join(delimiter),
      npm_config_cache: this.folder("cache-npm"),
      BUN_INSTALL_CACHE_DIR: this.folder("cache-bun"),
      DENO_DIR: this.folder("cache-deno"),
      npm_config_audit: "false",
      npm_config_fund: "false",
      NO_COLOR: "1",
      DO_NOT_TRACK: "1",
    };
    delete env["BUN_OPTIONS"];
    delete env["npm_config_user_agent"];
    return env;
  }

  /** Runs a command that must succeed; gives what it printed. */
  async run(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
    const { exitCode, output } = await runCommand(command, { cwd, env, quiet: true });
    if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${command.join(" ")}\n${output}`);
    return output;
  }

  /** One proof. What it throws is printed, and counted. */
  async prove(what: string, proof: () => Promise<void>): Promise<void> {
    const start = performance.now();
    const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;
    try {
      await proof();
      this.passed += 1;
      console.log(`ok      ${what} (${seconds()})`);
    } catch (error) {
      this.failed += 1;
      console.log(`FAILED  ${what} (${seconds()})\n${error instanceof Error ? error.message : String(error)}`);
    }
  }

  [Symbol.dispose](): void {
    this.registry[Symbol.dispose]();
    rmSync(this.#root, { recursive: true, force: true });
  }
}
