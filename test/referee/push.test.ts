/** `openenv push`: to a registry of npm on this machine, with a container engine that only notes, and into a folder. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runCommand } from "openenv-scripts/run-command.ts";
import { envFor } from "openenv-scripts/runtimes.ts";
import { startRegistry } from "../published/registry.ts";
import { openenv, root } from "./project.ts";

setDefaultTimeout(120_000);

const echo = join(root, "packages/envs/echo-env");
const main = join(root, "packages/cli/src/main.ts");
const work = mkdtempSync(join(tmpdir(), "openenv-push-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

/** A monorepo with the two packages of an environment, built, and another package. */
function monorepo(): string {
  const home = mkdtempSync(join(work, "monorepo-"));
  const write = (path: string, content: string | object): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), typeof content === "string" ? content : JSON.stringify(content));
  };
  write("package.json", { name: "acme", private: true, workspaces: ["word-env/*", "other"] });
  write("other/package.json", { name: "other", version: "1.0.0" });
  write("word-env/openenv.yaml", "name: word_env\nversion: 1.0.0\n");
  for (const [side, dependencies] of [
    ["client", {}],
    ["server", { "word-env": "workspace:^" }],
  ] as const) {
    const name = side === "client" ? "word-env" : "word-env-server";
    write(`word-env/${side}/package.json`, { name, version: "1.0.0", files: ["dist"], dependencies });
    write(`word-env/${side}/dist/index.js`, "export {};\n");
  }
  expect(Bun.spawnSync([process.execPath, "install"], { cwd: home }).exitCode).toBe(0);
  return home;
}

test("--npm publishes what the registry does not have, with versions for what the workspace links", async () => {
  using registry = startRegistry();
  const home = monorepo();
  const push = (...flags: string[]): ReturnType<typeof runCommand> =>
    runCommand([process.execPath, main, "push", "word-env", "--npm", "--registry", registry.url, ...flags], {
      cwd: home,
      env: { ...envFor("bun"), ...registry.env },
      quiet: true,
    });
  expect(await push("--dry-run")).toMatchObject({ exitCode: 0 });
  expect(registry.published).toEqual([]);
  expect(await push()).toMatchObject({ exitCode: 0 });
  expect(registry.published).toEqual(["word-env@1.0.0", "word-env-server@1.0.0"]);
  const packument = await (await fetch(`${registry.url}word-env-server`)).text();
  expect(packument).toContain('"word-env":"^1.0.0"');
  const again = await push();
  expect([again.exitCode, again.output]).toEqual([1, expect.stringContaining("The registry has these versions")]);

  // One of the two is enough, as where a push was cut off between them.
  const manifest = join(home, "word-env/server/package.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace("1.0.0", "1.0.1"));
  expect(await push()).toMatchObject({ exitCode: 0 });
  expect(registry.published.slice(2)).toEqual(["word-env-server@1.0.1"]);

  mkdirSync(join(home, ".changeset"));
  writeFileSync(join(home, ".changeset/config.json"), "{}");
  writeFileSync(join(home, ".changeset/calm-owls.md"), '---\n"other": major\n---\n\nOf another package alone.\n');
  expect((await push()).output).toContain("The registry has these versions");
  writeFileSync(join(home, ".changeset/warm-words.md"), '---\n"word-env": minor\n---\n\nLonger words.\n');
  const mixed = await push();
  expect([mixed.exitCode, mixed.output]).toEqual([1, expect.stringContaining("release other packages too: other")]);
  expect(mixed.output).toContain("changeset version");
  writeFileSync(join(home, ".changeset/warm-words.md"), "---\n: [\n---\n");
  expect((await push()).output).toContain("is no changeset");
  expect(registry.published).toHaveLength(3);
});

test.each([
  ["docker", "--host"],
  ["podman", "--url"],
])("--image builds and pushes by the engine's own command: %s", async (name, flag) => {
  const log = join(work, `${name}.log`);
  const cli = join(work, name);
  writeFileSync(cli, `#!/bin/sh\necho "$@" >> ${log}\n`);
  chmodSync(cli, 0o755);
  const address = `unix://${work}/no.sock`;
  const command = [process.execPath, main, "push", echo, "--image", "127.0.0.1:1/team/echo-env:1", "--host", address];
  const env = { ...envFor("bun"), OPENENV_CONTAINER_CLI: cli };
  expect(await runCommand(command, { env, quiet: true })).toMatchObject({ exitCode: 0 });
  const lines = readFileSync(log, "utf8").trim().split("\n");
  expect(lines.at(-1)).toBe(`${flag} ${address} push 127.0.0.1:1/team/echo-env:1`);
  expect(lines.at(-2)).toStartWith(`${flag} ${address} build --tag 127.0.0.1:1/team/echo-env:1 `);
});

test("--space-out writes a Docker Space", async () => {
  const out = join(work, "space");
  expect(await openenv(["push", echo, "--space-out", out])).toMatchObject({ exitCode: 0 });
  const readme = readFileSync(join(out, "README.md"), "utf8");
  expect(readme).toMatch(/^---\ntitle: echo-env\n[^]*\nsdk: docker\napp_port: 8000\n[^]*---\n/);
  expect(readFileSync(join(out, "Dockerfile"), "utf8")).toContain('CMD ["bun", "server.js"]');
  expect((await openenv(["push", echo])).exitCode).toBe(2);
});
