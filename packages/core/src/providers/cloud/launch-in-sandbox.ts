/**
 * Starts an environment's server in a sandbox of a cloud, whichever it is.
 */
import { InvalidArgumentError } from "../../errors/local-errors.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import { isConfidential } from "../address.ts";
import { Redactor } from "../redactor.ts";
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { untilAborted } from "../time-limit.ts";
import { serverEnded } from "../wait-until-healthy.ts";
import type { CloudOptions, Sandbox } from "./sandbox.ts";
import { FIND_SERVER, inBackground, IS_ALIVE, READ_LOG, serverCommand } from "./server-command.ts";

/** What an adapter is asked for: variables, port and labels, decided. */
export interface SandboxRequest {
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** How a cloud makes a sandbox, for messages and in deed. */
export interface Cloud {
  readonly name: string;
  readonly create: (request: SandboxRequest) => Promise<Sandbox>;
  /** Secrets of the adapter's own: keys of its service. */
  readonly keys: readonly (string | undefined)[];
}

/** @throws ProviderError when no sandbox can be had, there is nothing to start in it, or its URL is not safe to use */
export async function launchInSandbox(
  image: string | undefined,
  cloud: Cloud,
  options: CloudOptions,
  context: LaunchContext,
): Promise<RunningServer> {
  if (image === undefined || image === "") throw new InvalidArgumentError("image", `Give the image for ${cloud.name}.`);
  const { env = {}, secrets = {}, port = 8000, maxConcurrentEnvs } = options;
  const redactor = Redactor.of(env, ...Object.values(secrets), ...cloud.keys);
  const limit = maxConcurrentEnvs === undefined ? {} : { MAX_CONCURRENT_ENVS: String(maxConcurrentEnvs) };
  const variables = { HOST: "0.0.0.0", PORT: String(port), ...limit, ...env, ...secrets };
  const what = `The sandbox of ${cloud.name}`;
  try {
    const labels = { ...options.labels, "dev.openenv.provider": cloud.name };
    context.progress("start", `Creating a sandbox of ${cloud.name} for ${image}`);
    const request = { image, env: variables, port, labels, signal: context.signal };
    const sandbox = await createSandbox(cloud, request, context);
    if (options.command !== null) await startServer(sandbox, variables, port, options.command, context);
    const endpoint = await untilAborted(sandbox.endpoint(port), context.signal);
    requireSafe(endpoint.baseUrl, cloud.name);
    const logs = async (): Promise<string> => redactor.redact(await sandbox.run(READ_LOG).catch(() => ""));
    return {
      endpoint,
      logs,
      async end() {
        const details = { sandbox: sandbox.id, provider: cloud.name };
        if (!(await sandbox.isRunning())) return serverEnded(`${what} ${sandbox.id}`, "is gone", "", details);
        if (options.command === null || (await sandbox.run(IS_ALIVE)).trim() !== "dead") return undefined;
        return serverEnded(`The server in the sandbox ${sandbox.id}`, "has ended", await logs(), details);
      },
    };
  } catch (error) {
    throw context.signal.aborted ? error : asProviderError(error, what, redactor);
  }
}

/** A sandbox that comes when nobody waits for it any more is removed all the same. */
async function createSandbox(cloud: Cloud, request: SandboxRequest, context: LaunchContext): Promise<Sandbox> {
  const created = cloud.create(request);
  context.cleanup.add(
    `remove the sandbox of ${cloud.name}`,
    async () => {
      const sandbox = await created.catch(() => undefined);
      await sandbox?.remove();
    },
    60_000,
  );
  return untilAborted(created, context.signal);
}

async function startServer(
  sandbox: Sandbox,
  env: Readonly<Record<string, string>>,
  port: number,
  given: string | undefined,
  { signal, progress }: LaunchContext,
): Promise<void> {
  const command = given ?? serverCommand(await untilAborted(sandbox.run(FIND_SERVER), signal), port);
  if (command === undefined) {
    throw new ProviderError(
      "start",
      `The sandbox has no openenv.yaml that tells how it is served. Give the option command, or null where the image ` +
        `starts its server by itself.`,
      { details: { sandbox: sandbox.id } },
    );
  }
  progress("start", `Starting the server in the sandbox ${sandbox.id}`);
  await untilAborted(sandbox.run(inBackground(command, env)), signal);
}

/** Actions and headers must not travel where everybody can read them. */
function requireSafe(baseUrl: string, name: string): void {
  if (isConfidential(baseUrl)) return;
  throw new ProviderError("start", `${name} gave a URL that is not https, so it is not used.`);
}

function asProviderError(error: unknown, what: string, redactor: Redactor): unknown {
  if (error instanceof ProviderError || error instanceof InvalidArgumentError) return error;
  const message = redactor.redact(error instanceof Error ? error.message : String(error));
  // No cause: what an SDK puts into its errors, requests and their headers, is not ours to show.
  return new ProviderError("start", `${what} could not be started: ${message}`);
}
