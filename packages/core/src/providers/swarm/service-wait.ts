/**
 * Waits until a service has as many healthy tasks as it should, or cannot have them.
 */
import { TimeoutError } from "../../errors/local-errors.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import { lastLines } from "../log-tail.ts";
import { pause, type TimeLimit } from "../time-limit.ts";
import { isRunning, problemsOf, type Service, type TaskFacts } from "./service.ts";

const PAUSE_MS = 200;

/** A task that fails this often does not fail by chance. */
const FAILURES = 3;

/**
 * @param isDone asked with the tasks at each look; resolves as soon as it says so
 * @throws ProviderError when the tasks cannot run, TimeoutError with what is wrong by then, the limit's reason
 */
export async function untilTasks(
  service: Service,
  limit: TimeLimit,
  isDone: (tasks: readonly TaskFacts[]) => Promise<boolean> | boolean,
): Promise<void> {
  const { signal } = limit;
  let tasks: readonly TaskFacts[] = [];
  const seen = new Set((await service.tasks(signal)).filter(hasFailed).map(({ ID }) => ID));
  const known = new Set(seen);
  while (!signal.aborted) {
    try {
      tasks = await service.tasks(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      break;
    }
    if (await isDone(tasks)) return;
    const failed = tasks.filter((task) => hasFailed(task));
    const missing = failed.find(({ Status }) => /no such image|invalid reference/i.test(Status.Err ?? ""));
    if (missing !== undefined)
      throw await service.failure("fetch", `No node has the image of ${service.name}.`, [missing]);
    for (const { ID } of failed) seen.add(ID);
    if (seen.size - known.size >= FAILURES) {
      throw await service.failure("run", `The service ${service.name} fails again and again.`, failed);
    }
    await pause(PAUSE_MS, signal);
  }
  throw await tooLate(service, signal.reason, tasks);
}

/** So many tasks run, and no other. */
export function allRunning(replicas: number): (tasks: readonly TaskFacts[]) => boolean {
  return (tasks) => {
    const alive = tasks.filter(({ DesiredState }) => DesiredState === "running");
    return alive.length === replicas && alive.every(isRunning);
  };
}

/** So many tasks run, and the swarm calls the update done. */
export function updated(service: Service, replicas: number): (tasks: readonly TaskFacts[]) => Promise<boolean> {
  return async (tasks) => {
    const { State, Message = "" } = (await service.facts())?.UpdateStatus ?? {};
    if (State === "paused" || State?.startsWith("rollback") === true)
      throw await service.failure(
        "run",
        `The update of ${service.name} was given up: ${Message}.`,
        tasks.filter(hasFailed),
      );
    return State === "completed" && allRunning(replicas)(tasks);
  };
}

function hasFailed({ Status }: TaskFacts): boolean {
  return Status.State === "rejected" || Status.State === "failed";
}

async function tooLate(service: Service, reason: unknown, tasks: readonly TaskFacts[]): Promise<unknown> {
  if (!(reason instanceof TimeoutError)) return reason;
  const running = tasks.filter(isRunning).length;
  const { details } = await service.failure("ready", "", tasks);
  const logs = lastLines(await service.logs().catch(() => ""));
  const message = `${reason.message} ${running} tasks of the service ${service.name} run. ${problemsOf(tasks)}`;
  return new TimeoutError(logs === "" ? message : `${message} Its last lines:\n${logs}`, {
    cause: reason instanceof ProviderError ? undefined : reason,
    details: { ...reason.details, ...details, logs },
  });
}
