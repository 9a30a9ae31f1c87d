/**
 * Validates a package: reads it, starts its server, plays an episode, and judges (PROTOCOL §8.6).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { CommandFailure } from "../../terminal/failure.ts";
import { collectEpisode, type Evidence } from "./collect.ts";
import { graders, outcomeOf } from "./graders.ts";
import { isWorkedOn } from "./package-kind.ts";
import { parsePackageManifest, type NormalizedManifest } from "./package-manifest.ts";
import { bounds, inventory, verdictOf, type PolicyVersion } from "./policy.ts";
import { manifestCheck, serverChecks, sourceChecks } from "./project-checks.ts";
import { levels, runCheck, type CheckResult, type LevelName, type Outcome, type PackageReport } from "./report.ts";
import { readRuntimePlan } from "./runtime-plan.ts";
import { SetupError } from "./setup-error.ts";
import { checkSignature } from "./signature.ts";
import { sourceDigest } from "./source-digest.ts";
import { startSubject, type Subject, type SubjectOptions } from "./subject.ts";

export interface ValidateOptions extends SubjectOptions {
  readonly level: LevelName;
  readonly skipBuild: boolean;
  readonly policy: PolicyVersion | undefined;
}

/** @throws CommandFailure with exit code 2 for what is no package, 3 for a policy that does not go with the level */
export async function validatePackage(folder: string, options: ValidateOptions): Promise<PackageReport> {
  const { level, policy = level === "static" ? "v1" : "v2", onProgress } = options;
  const isRuntime = level !== "static";
  if (isRuntime && policy === "v1")
    throw new CommandFailure("Policy v1 goes with --level static only.", { exitCode: 3, code: "POLICY" });
  checkSignature(folder);
  onProgress("Reading the package");
  const digest = digestOf(folder, await isWorkedOn(folder));
  const { manifest, result } = await staticCheck(folder, digest);
  const results: CheckResult[] = [result, await manifestCheck(folder)];
  const run: number[] = [levels.static];
  if (isRuntime && manifest !== undefined) {
    results.push(...(await sourceChecks(folder)));
    const played = await runtimeChecks(folder, manifest, options);
    results.push(...played.results);
    if (played.attempted) run.push(levels.runtime);
  }
  if (isRuntime) results.push(...skipped(results, levels[level], manifest));
  return {
    report_schema_version: isRuntime || manifest?.execution !== undefined ? "2" : "1",
    target: folder,
    source_digest: "value" in digest ? digest.value : "",
    signature: "openenv.yaml",
    manifest: manifest ?? null,
    policy_version: policy,
    lane: "local",
    levels_run: run,
    results,
    verdict: verdictOf(results),
  };
}

type Digest = { readonly value: string } | { readonly problem: string };

function digestOf(folder: string, workedOn: boolean): Digest {
  try {
    return { value: sourceDigest(folder, { isWorkedOn: workedOn }) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

async function staticCheck(
  folder: string,
  digest: Digest,
): Promise<{ readonly manifest: NormalizedManifest | undefined; readonly result: CheckResult }> {
  let manifest: NormalizedManifest | undefined;
  const result = await runCheck("static.manifest", () => {
    if ("problem" in digest) return { status: "error", evidence: [digest.problem] };
    const parsed = parsePackageManifest(readFileSync(join(folder, "openenv.yaml"), "utf8"));
    if ("problems" in parsed) {
      const { problems, remediation } = parsed;
      return { status: "fail", measured: { schema_errors: problems.length }, evidence: problems, remediation };
    }
    ({ manifest } = parsed);
    return withinBounds(manifest);
  });
  return { manifest, result };
}

function withinBounds({ reward, resources: { episode_timeout_s } }: NormalizedManifest): Outcome {
  const { oracle_tolerance, floor_margin, variance_tolerance } = reward;
  const { max_oracle_tolerance, min_floor_margin, max_variance_tolerance, max_episode_timeout_s } = bounds;
  const problems = [
    ...(oracle_tolerance > max_oracle_tolerance ? [`oracle_tolerance is over ${max_oracle_tolerance}`] : []),
    ...(floor_margin < min_floor_margin ? [`floor_margin is under ${min_floor_margin}`] : []),
    ...((variance_tolerance ?? 0) > max_variance_tolerance
      ? [`variance_tolerance is over ${max_variance_tolerance}`]
      : []),
    ...(episode_timeout_s > max_episode_timeout_s ? [`episode_timeout_s is over ${max_episode_timeout_s}`] : []),
  ];
  const measured = { oracle_tolerance, floor_margin, variance_tolerance, episode_timeout_s, bounds };
  if (problems.length === 0)
    return { status: "pass", measured, evidence: ["the manifest is complete, and within bounds"] };
  return { status: "fail", measured, evidence: problems, remediation: "Keep to the bounds of the policy." };
}

async function runtimeChecks(
  folder: string,
  manifest: NormalizedManifest,
  options: ValidateOptions,
): Promise<{ readonly results: CheckResult[]; readonly attempted: boolean }> {
  const { execution } = manifest;
  if (options.skipBuild) return skip("--skip-build: nothing is built and started");
  if (execution === undefined)
    return skip("openenv.yaml has no validation.execution, which says how to play an episode");
  const plan = readRuntimePlan(folder, execution.probe_path);
  if ("problem" in plan) {
    const fail: Outcome = {
      status: "fail",
      evidence: [plan.problem],
      remediation: "Write the plan, as `openenv init` does.",
    };
    return { results: [await runCheck("runtime.startup", () => fail)], attempted: false };
  }
  if (execution.requires_credentials) return skip("servers that need credentials are not started");
  if (manifest.network.mode !== "public") return skip(`the network mode ${manifest.network.mode} is not enforced here`);
  if (manifest.resources.gpus > 0) return skip("no provider here has GPUs");

  let subject: Subject | undefined;
  let evidence: Evidence | undefined;
  try {
    const startup = await runCheck("runtime.startup", async () => {
      try {
        subject = await startSubject(folder, manifest, options);
        options.onProgress("Playing an episode");
        const timeoutMs = manifest.resources.episode_timeout_s * 1000;
        evidence = await collectEpisode(subject.baseUrl, plan, { timeoutMs, signal: options.signal });
        return { status: "pass", measured: subject.measured, evidence: ["the server started and played the episode"] };
      } catch (error) {
        options.signal.throwIfAborted();
        if (error instanceof SetupError) throw error;
        return { status: "fail", evidence: (error as Error).message.split("\n") };
      }
    });
    if (subject === undefined || evidence === undefined) return { results: [startup], attempted: true };
    const graded: CheckResult[] = [];
    for (const [id, grade] of Object.entries(graders)) {
      const played = evidence;
      graded.push(await runCheck(id, () => outcomeOf(grade(played, manifest), played)));
    }
    options.onProgress("Playing it again");
    const own = await serverChecks(subject.baseUrl, { plan, evidence, manifest, signal: options.signal });
    return { results: [startup, ...graded, ...own], attempted: true };
  } finally {
    await subject?.[Symbol.asyncDispose]();
  }
}

async function skip(reason: string): Promise<{ readonly results: CheckResult[]; readonly attempted: boolean }> {
  const outcome: Outcome = { status: "skip", evidence: [reason] };
  return { results: [await runCheck("runtime.startup", () => outcome)], attempted: false };
}

/** What was not done is named, with the reason: checks that nobody has written, and those that wait for another. */
function skipped(
  results: readonly CheckResult[],
  level: number,
  manifest: NormalizedManifest | undefined,
): readonly CheckResult[] {
  const present = new Set(results.map(({ check_id }) => check_id));
  const reason = (id: string): string => {
    if (manifest === undefined) return "unmet dependency: valid manifest";
    return id in graders ? "unmet dependency: runtime.startup" : "grader not implemented in this build";
  };
  return inventory
    .filter(({ id, level: own }) => own <= level && !present.has(id) && isApplicable(id, manifest))
    .map(({ id }) => ({
      check_id: id,
      status: "skip",
      measured: {},
      evidence: [reason(id)],
      remediation: null,
      duration_s: 0,
    }));
}

function isApplicable(id: string, manifest: NormalizedManifest | undefined): boolean {
  if (manifest === undefined) return true;
  const { rubric_tree, task_api, declared_task_count } = manifest.capabilities;
  if (id === "runtime.rubric_introspectable" || id === "runtime.reward_attribution") return rubric_tree;
  if (id === "runtime.task_declaration_accuracy") return task_api || Object.keys(declared_task_count).length > 0;
  return true;
}
