/** `openenv push`: to a registry of npm on this machine, with a container engine that only notes, and into a folder. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "openenv-scripts/run-command.ts";
import { envFor } from "openenv-scripts/runtimes.ts";
import { startRegistry } from "../published/registry.ts";
import { openenv, root } from "./project.ts";

setDefaultTimeout(120_000);

const echo = join(root, "packages/envs/echo-env");
const main = join(root, "packages/cli/src/main.ts");
const work = mkdtempSync(join(tmpdir(), "openenv-push-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

test("--npm publishes both packages, with versions for what the workspace links; twice is refused", async () => {
  using registry = startRegistry();
  const push = (...flags: string[]): ReturnType<typeof runCommand> =>
    runCommand([process.execPath, main, "push", echo, "--npm", "--registry", registry.url, ...flags], {
      env: { ...envFor("bun"), ...registry.env },
      quiet: true,
    });
  expect(await push("--dry-run")).toMatchObject({ exitCode: 0 });
  expect(registry.published).toEqual([]);
  expect(await push()).toMatchObject({ exitCode: 0 });
  expect(registry.published.map((id) => id.replace(/@[^@]+$/, ""))).toEqual([
    "@openenv/echo-env",
    "@openenv/echo-env-server",
  ]);
  const packument = await (await fetch(`${registry.url}@openenv/echo-env-server`)).text();
  expect(packument).not.toContain("workspace:");
  const again = await push();
  expect([again.exitCode, again.output]).toEqual([1, expect.stringContaining("is the version new?")]);
});

test("--image builds and pushes by the container engine's own command", async () => {
  const log = join(work, "log");
  const docker = join(work, "docker");
  writeFileSync(docker, `#!/bin/sh\necho "$@" >> ${log}\n`);
  chmodSync(docker, 0o755);
  const command = [process.execPath, main, "push", echo, "--image", "127.0.0.1:1/team/echo-env:1"];
  const env = { ...envFor("bun"), OPENENV_CONTAINER_CLI: docker };
  expect(await runCommand(command, { env, quiet: true })).toMatchObject({ exitCode: 0 });
  const lines = readFileSync(log, "utf8").trim().split("\n");
  expect(lines.at(-1)).toBe("push 127.0.0.1:1/team/echo-env:1");
  expect(lines.at(-2)).toMatch(/^build --tag 127\.0\.0\.1:1\/team\/echo-env:1 /);
});

test("--space-out writes a Docker Space", async () => {
  const out = join(work, "space");
  expect(await openenv(["push", echo, "--space-out", out])).toMatchObject({ exitCode: 0 });
  const readme = readFileSync(join(out, "README.md"), "utf8");
  expect(readme).toMatch(/^---\ntitle: echo-env\n[^]*\nsdk: docker\napp_port: 8000\n[^]*---\n/);
  expect(readFileSync(join(out, "Dockerfile"), "utf8")).toContain('CMD ["bun", "server.js"]');
  expect((await openenv(["push", echo])).exitCode).toBe(2);
});
