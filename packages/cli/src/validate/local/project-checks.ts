/**
 * Ours: what the original does not look at. Some run the author's schema, so they are no static checks.
 */
import { check, FolderStorage, formatDiagnostics, hasErrors, isEnvironmentFolder, planFolder } from "@openenv/codegen";
import { GenericEnvClient, McpToolClient } from "@openenv/core";

import { generatedBy } from "../../support/generated-by.ts";
import { readEnvironmentManifest } from "../../support/environment-manifest.ts";
import { collectEpisode, type Evidence } from "./collect.ts";
import type { NormalizedManifest } from "./package-manifest.ts";
import { runCheck, type CheckResult, type Outcome } from "./report.ts";
import type { RuntimePlan } from "./runtime-plan.ts";

const pass = (evidence: string): Outcome => ({ status: "pass", evidence: [evidence] });

/** Of the manifest's own fields; reads only. */
export function manifestCheck(folder: string): Promise<CheckResult> {
  return runCheck("project.manifest", async () => {
    try {
      const { wire, port } = await readEnvironmentManifest(folder);
      const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
      if (isPort) return pass(`${wire}, port ${port}`);
      return { status: "fail", evidence: [`port: ${port} is no port`], remediation: "Give one from 0 to 65535." };
    } catch (error) {
      return { status: "fail", evidence: [(error as Error).message], remediation: "Correct openenv.yaml." };
    }
  });
}

/** Of the sources; nothing where there are none, as in a build context. */
export async function sourceChecks(folder: string): Promise<CheckResult[]> {
  if (!(await isEnvironmentFolder(folder))) return [];
  await import("../../typescript/register.ts");
  const { plan, diagnostics } = await planFolder(folder, { command: generatedBy(folder) });
  const schema = await runCheck("project.schema", () =>
    plan === undefined || hasErrors(diagnostics)
      ? {
          status: "fail",
          evidence: formatDiagnostics(diagnostics).trim().split("\n"),
          remediation: "Correct the schema.",
        }
      : pass("the schema is understood"),
  );
  if (plan === undefined) return [schema];
  const code = await runCheck("project.generated_code", async () => {
    const { upToDate, changes } = await check(plan, new FolderStorage(folder));
    if (upToDate) return pass("generated code is up to date");
    const evidence = changes.map(({ kind, path }) => `${path} is ${kind}`);
    return { status: "fail", evidence, remediation: "Generate it anew: openenv generate" };
  });
  return [schema, code];
}

/** Of the running server. */
export async function serverChecks(
  baseUrl: string,
  {
    plan,
    evidence,
    manifest,
    signal,
  }: { plan: RuntimePlan; evidence: Evidence; manifest: NormalizedManifest; signal: AbortSignal },
): Promise<CheckResult[]> {
  const timeoutMs = manifest.resources.episode_timeout_s * 1000;
  return [
    await runCheck("project.seed_determinism", async () => {
      const again = await collectEpisode(baseUrl, plan, { timeoutMs, signal });
      const differs = evidence.exchanges.findIndex(
        ({ response }, index) => again.exchanges[index]?.response !== response,
      );
      if (differs === -1) return pass("the same seed and actions gave the same episode");
      const operation = evidence.exchanges[differs]?.operation;
      return {
        status: "fail",
        evidence: [`message ${differs} (${operation}) differs`],
        remediation: "Take random numbers from the context.",
      };
    }),
    await runCheck("project.concurrent_sessions", () => sessionsAtOnce(baseUrl, manifest, { timeoutMs, signal })),
    await runCheck("project.declared_tools", async () => {
      const declared = manifest.capabilities.declared_tools;
      if (declared.length === 0) return pass("none are declared");
      await using env = await McpToolClient.connect(baseUrl, { signal });
      const found = new Set((await env.listTools({ signal })).map(({ name }) => name));
      const missing = declared.filter((name) => !found.has(name));
      if (missing.length === 0) return pass(declared.join(", "));
      return {
        status: "fail",
        evidence: [`the server has no ${missing.join(", ")}`],
        remediation: "Correct declared_tools.",
      };
    }),
  ];
}

const MOST_SESSIONS = 8;

async function sessionsAtOnce(
  baseUrl: string,
  { name }: NormalizedManifest,
  limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Outcome> {
  const ids = Array.from({ length: MOST_SESSIONS }, (_, index) => `${name}-${index}`);
  const clients: GenericEnvClient[] = [];
  try {
    for (const id of ids) {
      const env = new GenericEnvClient({ baseUrl });
      clients.push(env);
      try {
        await env.reset({ episode_id: id }, limits);
      } catch (error) {
        if ((error as { code?: string }).code !== "CAPACITY_REACHED") throw error;
        clients.pop();
        await env.close();
        break;
      }
    }
    const states = await Promise.all(clients.map((env) => env.state(limits)));
    const wrong = states.filter(({ episode_id }, index) => episode_id !== ids[index]);
    if (wrong.length > 0)
      return {
        status: "fail",
        evidence: ["sessions share their state"],
        remediation: "Keep it in the factory's closure.",
      };
    return { status: "pass", measured: { sessions: clients.length }, evidence: [`${clients.length} sessions at once`] };
  } finally {
    await Promise.all(clients.map((env) => env.close()));
  }
}
