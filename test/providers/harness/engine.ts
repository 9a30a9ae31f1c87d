/**
 * The container engines of the tests: one Docker engine a process, started at the first use where none is given, and
 * Podman with a store of its own. Both are gone when the process is.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How the engine is reached: options for a provider, and why there is none. */
export interface TestEngine {
  readonly cli: "docker" | "podman";
  readonly engineHost?: string;
  /** Variables that its command needs. */
  readonly env: Readonly<Record<string, string>>;
}

export type Missing = { readonly missing: string };

const script = join(import.meta.dirname, "../../../scripts/docker-engine.sh");
/** Not where a test file has its own (`ownTemporaryFolder`), which goes before the engines do. */
const temporary = tmpdir();
let docker: TestEngine | Missing | undefined;
let podman: TestEngine | Missing | undefined;

/** OPENENV_DOCKER_HOST, else an engine that runs already, else one that is started here. */
export function dockerEngine(): TestEngine | Missing {
  docker ??= findDocker();
  return docker;
}

/** Podman as root, without a service. */
export function podmanEngine(): TestEngine | Missing {
  podman ??= findPodman();
  return podman;
}

/** Runs the engine's command; what it prints, or an error with what it says. */
export function engineCommand({ cli, engineHost, env }: TestEngine, ...args: readonly string[]): string {
  const host = engineHost === undefined ? [] : ["--host", engineHost];
  const result = spawnSync(cli, [...host, ...args], { encoding: "utf8", env: { ...process.env, ...env } });
  if (result.status !== 0) throw new Error(`${cli} ${args.join(" ")}: ${result.stderr}`);
  return result.stdout.trim();
}

function findDocker(): TestEngine | Missing {
  if (process.platform !== "linux") return { missing: "the test images are for Linux" };
  const given = process.env["OPENENV_DOCKER_HOST"];
  if (given !== undefined && given !== "") return { cli: "docker", engineHost: given, env: {} };
  if (answers("docker", "version")) return { cli: "docker", env: {} };
  if (process.getuid?.() !== 0) return { missing: "no Docker engine answers, and only root can start one" };
  if (!existsSync("/usr/sbin/dockerd") && !answers("dockerd", "--version"))
    return { missing: "Docker is not installed: scripts/docker-engine.sh install" };
  const folder = mkdtempSync(join(temporary, "openenv-engine-"));
  afterThisProcess("bash", script, "stop", folder);
  const started = spawnSync("bash", [script, "start", folder], { encoding: "utf8" });
  if (started.status !== 0) return { missing: `the Docker engine did not start: ${started.stderr.trim()}` };
  return { cli: "docker", engineHost: started.stdout.trim(), env: {} };
}

function findPodman(): TestEngine | Missing {
  if (!answers("podman", "--version")) return { missing: "Podman is not installed: scripts/docker-engine.sh install" };
  if (process.getuid?.() !== 0) return { missing: "Podman is tried as root" };
  const folder = mkdtempSync(join(temporary, "openenv-podman-"));
  const files = { containers: join(folder, "containers.conf"), storage: join(folder, "storage.conf") };
  writeFileSync(
    files.containers,
    // runc, since crun is not everywhere; limits that a container in a container may set.
    `[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]\n` +
      `[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n`,
  );
  writeFileSync(
    files.storage,
    `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/graph"\nrunroot = "${folder}/run"\n`,
  );
  const env = { CONTAINERS_CONF: files.containers, CONTAINERS_STORAGE_CONF: files.storage };
  const clean = 'podman rm -fa; podman rmi -fa; umount "$1"/graph/overlay; rm -rf "$1"';
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  afterThisProcess("env", ...variables, "sh", "-c", clean, "clean", folder);
  const { status, stderr } = spawnSync("podman", ["info"], { encoding: "utf8", env: { ...process.env, ...env } });
  if (status === 0) return { cli: "podman", env };
  rmSync(folder, { recursive: true, force: true });
  return { missing: `Podman does not work here: ${stderr.trim()}` };
}

/** Not by a child of ours: `bun test --no-orphans` ends those first. */
function afterThisProcess(...command: readonly string[]): void {
  spawnSync("bash", [script, "after", String(process.pid), ...command]);
}

function answers(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore", timeout: 10_000 }).status === 0;
}
