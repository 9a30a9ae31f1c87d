/**
 * `bootstrap.mjs COMMAND [ARGUMENTS]`: what every root script calls. Fetches the pinned Bun where it is missing,
 * installs what the lockfile names, then runs the command under that Bun.
 *
 * It starts under whichever of Node 20, Bun and Deno a fresh clone meets, before anything is installed: plain
 * JavaScript, `node:` modules only. Nothing here relies on a package's install script.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { sourceCondition } from "./source-condition.mjs";

/** Each root script, and what runs: a TypeScript file by Bun, or a tool of the root package. */
const commands = {
  start: ["scripts/start.ts"],
  test: ["scripts/test.ts"],
  build: ["turbo", "run", "build"],
  typecheck: ["turbo", "run", "typecheck"],
  lint: ["oxlint"],
  format: ["oxfmt"],
  "format:check": ["oxfmt", "--check"],
  generate: ["scripts/generate.ts"],
  serve: ["scripts/serve.ts"],
  bench: ["bench/run.ts"],
  "interop:serve": ["test/interop/serve.ts"],
  changeset: ["changeset"],
  "check:packages": ["scripts/check-packages.ts"],
  release: ["scripts/release.ts"],
  "docs:api": ["scripts/api-reference.ts"],
  jsr: ["scripts/jsr.ts"],
};

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === "win32";

const [name = "", ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command === undefined) fail(`unknown command "${name}"; there are ${Object.keys(commands).join(", ")}`);

const bun = findBun() ?? fetchBun();
install(bun);
run(bun, command[0].endsWith(".ts") ? command : toolCommand(command));

/** The pinned Bun: the one that runs this file, one fetched earlier, or one on the PATH. */
function findBun() {
  const version = bunVersion();
  if (process.versions.bun === version) return process.execPath;
  const fetched = fetchedBun();
  if (existsSync(fetched) && readJson(join(dirname(fetched), "../package.json")).version === version) return fetched;
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const file = join(folder, windows ? "bun.exe" : "bun");
    if (existsSync(file) && spawnSync(file, ["--version"], { encoding: "utf8" }).stdout?.trim() === version)
      return file;
  }
  return undefined;
}

/** Installs the npm package that holds Bun's binary for this platform, by the package manager that is at hand. */
function fetchBun() {
  const version = bunVersion();
  const folder = join(root, ".cache/bun");
  say(`Fetching Bun ${version} (once) …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: { [bunPackage()]: version } }),
  );
  const npm = process.versions.deno === undefined && process.versions.bun === undefined;
  const flags = npm ? ["--ignore-scripts", "--no-audit", "--no-fund"] : [];
  mustRun(npm ? "npm" : process.execPath, ["install", ...flags], { cwd: folder, shell: npm && windows });
  if (!existsSync(fetchedBun())) fail(`${bunPackage()}@${version} did not bring a Bun for this machine`);
  return fetchedBun();
}

/** Installs the workspace when the lockfile is not the one that was installed last. */
function install(bun) {
  const stamp = join(root, "node_modules/.installed");
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "bun.lock")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  say("Installing the workspace …");
  mustRun(bun, ["install", "--frozen-lockfile"], { cwd: root });
  writeFileSync(stamp, lock);
}

function run(bun, command) {
  const child = spawn(bun, [...command, ...args], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      BUN_OPTIONS: sourceCondition.BUN_OPTIONS,
      DO_NOT_TRACK: "1",
      PATH: [dirname(bun), process.env.PATH].join(delimiter),
    },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    // A terminal sends Ctrl-C to the whole group: passing it on would count twice.
    process.on(signal, () => (signal === "SIGINT" && process.stdin.isTTY) || child.kill(signal));
  }
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** A tool's bin is a JavaScript file; Bun runs it, so no `node` is asked for. */
function toolCommand([tool, ...flags]) {
  return ["x", "--no-install", "--bun", tool, ...flags];
}

/** Shows what a command printed only when it fails. */
function mustRun(file, flags, options) {
  const { status, error, stdout, stderr } = spawnSync(file, flags, { encoding: "utf8", ...options });
  if (status === 0) return;
  say(`${stdout ?? ""}${stderr ?? ""}`);
  fail(error?.message ?? `${file} ${flags.join(" ")} failed`);
}

function bunVersion() {
  return readJson(join(root, "package.json")).packageManager.replace("bun@", "");
}

function bunPackage() {
  const system = { darwin: "darwin", linux: "linux", win32: "windows" }[process.platform];
  const cpu = { arm64: "aarch64", x64: "x64" }[process.arch];
  if (system === undefined || cpu === undefined) fail(`there is no Bun for ${process.platform} ${process.arch}`);
  return `@oven/bun-${system}-${cpu}`;
}

function fetchedBun() {
  return join(root, ".cache/bun/node_modules", bunPackage(), "bin", windows ? "bun.exe" : "bun");
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(reason) {
  say(`openenv: ${reason}`);
  process.exit(1);
}
