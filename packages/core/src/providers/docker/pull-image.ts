/**
 * Fetches an image. A login given for it stays in a folder of its own: the user's logins are not touched.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

import type { Redactor } from "../redactor.ts";
import type { LaunchContext } from "../running-server.ts";
import type { ContainerCli } from "./container-cli.ts";
import type { LocalDockerProviderOptions } from "./docker-options.ts";
import { engineAddress } from "./engine-address.ts";

/** @throws ProviderError with stage `fetch` and what the engine said */
export async function pullImage(
  cli: ContainerCli,
  image: string,
  { platform, registryLogin }: LocalDockerProviderOptions,
  redactor: Redactor,
  { signal, progress }: LaunchContext,
): Promise<void> {
  progress("fetch", `Pulling ${image}`);
  const login = registryLogin === undefined ? undefined : await writeLogin(cli, image, registryLogin, signal);
  try {
    const flags = platform === undefined ? [] : ["--platform", platform];
    await cli.mustRun(["pull", ...flags, image], {
      stage: "fetch",
      failure: `Cannot pull ${image}`,
      redactor,
      signal,
      env: { ...process.env, ...login?.env },
    });
  } finally {
    if (login !== undefined) await rm(login.folder, { recursive: true, force: true });
  }
}

/** The login as a file that only this command reads. */
async function writeLogin(
  cli: ContainerCli,
  image: string,
  { username, password }: { readonly username: string; readonly password: string },
  signal: AbortSignal,
): Promise<{ readonly folder: string; readonly env: Record<string, string> }> {
  const [registry = ""] = image.split("/");
  const auth = Buffer.from(`${username}:${password}`).toString("base64");
  const folder = await mkdtemp(join(tmpdir(), "openenv-login-"));
  const file = join(folder, "config.json");
  await writeFile(file, JSON.stringify({ auths: { [registry]: { auth } } }), { mode: 0o600 });
  if (cli.isPodman) return { folder, env: { REGISTRY_AUTH_FILE: file } };
  // Contexts are kept in the folder that is being replaced.
  const address = cli.options.engineHost === undefined ? await engineAddress(cli, signal) : "";
  return { folder, env: { DOCKER_CONFIG: folder, ...(address === "" ? {} : { DOCKER_HOST: address }) } };
}
