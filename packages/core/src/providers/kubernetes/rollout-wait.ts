/**
 * Waits until a deployment has all its pods ready, and none of before, or cannot have them.
 */
import { TimeoutError } from "../../errors/local-errors.ts";
import { ProviderError, type ProviderStage } from "../../errors/provider-error.ts";
import { pause, type TimeLimit } from "../time-limit.ts";
import type { Deployment, Pod } from "./kube-objects.ts";
import type { Workload } from "./workload.ts";

const PAUSE_MS = 300;

/** Pods that are told of in an error. */
const REPORTED_PODS = 3;

/** What a container waits for in vain, and at which stage that is. */
const HOPELESS: Readonly<Record<string, ProviderStage>> = {
  ImagePullBackOff: "fetch",
  InvalidImageName: "fetch",
  ErrImageNeverPull: "fetch",
  CreateContainerConfigError: "start",
  CreateContainerError: "start",
  RunContainerError: "start",
  CrashLoopBackOff: "run",
};

/** @throws ProviderError when a pod cannot run, TimeoutError with what is wrong by then, the limit's reason */
export async function untilRolledOut(workload: Workload, limit: TimeLimit): Promise<void> {
  const { signal } = limit;
  while (!signal.aborted) {
    try {
      const [deployment, pods] = await Promise.all([workload.deployment(signal), workload.pods(signal)]);
      if (deployment === undefined) {
        throw new ProviderError("start", `The deployment ${workload.name} was removed by somebody else.`);
      }
      if (isRolledOut(deployment)) return;
      await throwIfHopeless(workload, deployment, pods);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await pause(PAUSE_MS, signal);
  }
  throw await tooLate(workload, signal.reason);
}

function isRolledOut({ metadata, spec, status = {} }: Deployment): boolean {
  const { observedGeneration = 0, replicas = 0, updatedReplicas = 0, readyReplicas = 0 } = status;
  if (observedGeneration < (metadata.generation ?? 0)) return false;
  return [replicas, updatedReplicas, readyReplicas].every((count) => count === spec.replicas);
}

async function throwIfHopeless(workload: Workload, deployment: Deployment, pods: readonly Pod[]): Promise<void> {
  const refused = deployment.status?.conditions?.find(
    ({ type, status }) => type === "ReplicaFailure" && status === "True",
  );
  if (refused !== undefined) {
    const why = workload.redactor.redact(refused.message ?? refused.reason ?? "");
    const details = { deployment: workload.name, reason: refused.reason };
    throw new ProviderError("start", `The cluster refuses a pod of ${workload.name}: ${why}`, { details });
  }
  for (const pod of pods) {
    const reason = pod.status?.containerStatuses?.[0]?.state?.waiting?.reason ?? "";
    const stage = HOPELESS[reason];
    if (stage === undefined || pod.metadata.deletionTimestamp !== undefined) continue;
    const report = await workload.report(pod);
    const details = { deployment: workload.name, pod: pod.metadata.name, reason };
    throw new ProviderError(stage, `A pod of ${workload.name} cannot run: ${reason}.`, { logs: report, details });
  }
}

async function tooLate(workload: Workload, reason: unknown): Promise<unknown> {
  if (!(reason instanceof TimeoutError)) return reason;
  const pods = await workload.pods();
  const waiting = pods.filter((pod) => pod.status?.containerStatuses?.[0]?.ready !== true);
  const reports = await Promise.all(waiting.slice(0, REPORTED_PODS).map((pod) => workload.report(pod)));
  const ready = pods.length - waiting.length;
  const known = reports.length === 0 ? "" : ` Of the others:\n${reports.join("\n")}`;
  const message = `${reason.message} ${ready} of ${pods.length} pods of ${workload.name} are ready.${known}`;
  const details = { ...reason.details, deployment: workload.name, pods: pods.map(({ metadata }) => metadata.name) };
  return new TimeoutError(message, { cause: reason, details: { ...details, logs: reports.join("\n") } });
}
