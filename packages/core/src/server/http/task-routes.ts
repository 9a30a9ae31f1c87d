/** The task API of dataset-backed environments (PROTOCOL §1.12). */
import { readTaskBody } from "../../protocol/request-body.ts";
import type { TaskRequest } from "../../protocol/request-body.ts";
import type { TaskProvider, TaskSplit } from "../environment.ts";
import { readJsonBody } from "./body.ts";
import type { HttpHost, Route } from "./host.ts";
import { detail, json } from "./respond.ts";

/** Splits whose type is their name. */
const TYPED_SPLITS = new Set(["train", "validation", "test"]);

export function taskRoutes(host: HttpHost): Route[] {
  const { tasks } = host.execution;
  return [
    {
      method: "GET",
      path: "/{env_name}/splits",
      handle: (_request, { envName }) => {
        return answer(host, envName, async (provider) => json((await provider.listSplits()).map(describeSplit)));
      },
    },
    taskRoute(host, "tasks", [], async (provider, { split }) => {
      return { tasks: await provider.listTasks(split), env_name: host.name };
    }),
    taskRoute(host, "num_tasks", [], async (provider, { split }) => {
      const count = provider.numTasks?.(split) ?? (await provider.listTasks(split)).length;
      return { num_tasks: await count };
    }),
    taskRoute(host, "task", ["index"], async (provider, { split, index = 0 }) => {
      if (index < 0) throw new RangeError("negative index");
      const task =
        provider.getTask === undefined
          ? (await provider.listTasks(split))[index]
          : await provider.getTask(split, index);
      if (task === undefined) throw new RangeError("no such task");
      return { task };
    }),
    taskRoute(host, "task_range", ["start", "stop"], async (provider, { split, start, stop }) => {
      const range = provider.getTaskRange?.(split, start, stop) ?? (await provider.listTasks(split)).slice(start, stop);
      return { tasks: await range };
    }),
  ];

  function answer(
    { name }: HttpHost,
    envName: string,
    use: (provider: TaskProvider) => Promise<Response>,
  ): Promise<Response> | Response {
    if (envName.toLowerCase() !== name.toLowerCase()) return detail(404, `unknown environment '${envName}'`);
    if (tasks === undefined) return detail(501, `environment '${name}' has no tasks`);
    return use(tasks).catch((error: unknown) => {
      if (error instanceof RangeError) return detail(400, "Invalid task index");
      throw error;
    });
  }

  function taskRoute(
    { settings }: HttpHost,
    path: string,
    keys: readonly ("index" | "start" | "stop")[],
    use: (provider: TaskProvider, request: TaskRequest) => Promise<unknown>,
  ): Route {
    return {
      method: "POST",
      path: `/{env_name}/${path}`,
      async handle(request, { envName }) {
        const body = readTaskBody(await readJsonBody(request, settings.maxMessageBytes), keys);
        return answer(host, envName, async (provider) => json(await use(provider, body)));
      },
    };
  }
}

function describeSplit(split: TaskSplit): unknown {
  if (typeof split !== "string") return split;
  return { name: split, type: TYPED_SPLITS.has(split) ? split : "validation" };
}
