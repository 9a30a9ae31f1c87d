/**
 * The task API of dataset-backed environments (PROTOCOL §1.12): what is asked, and what the answers mean. Knows nothing
 * of how a question is sent.
 */
import { InvalidArgumentError, ProtocolViolationError, TasksUnsupportedError } from "../errors/local-errors.ts";
import { ExecutionError, ValidationError } from "../errors/wire-errors.ts";
import type { BaseUrl } from "../protocol/base-url.ts";
import { isJsonObject } from "../protocol/client-message.ts";
import { parseJson, stringifyJson } from "../protocol/json.ts";
import { formatIssue, type ValidationIssue } from "../protocol/validation-issue.ts";
import { upgradeRefused } from "../transport/handshake.ts";
import type { JsonObject } from "../types.ts";
import type { Flow } from "./flow.ts";
import type { HttpAnswer, HttpQuestion } from "./http-question.ts";

/** A split of a dataset: `train`, `validation`, `test` or one with a name of its own. */
export interface TaskSplit extends JsonObject {
  readonly name: string;
  readonly type: string;
}

/** A task, by its place in a split. */
export interface TaskChoice {
  readonly split: string;
  /** From 0. */
  readonly index: number;
}

/** Some tasks of a split. */
export interface TaskRange {
  readonly split: string;
  /** The first. Default 0. */
  readonly start?: number | undefined;
  /** The one behind the last. Default: all. */
  readonly stop?: number | undefined;
}

/** Sends a question; gives a promise of the {@link HttpAnswer} or the answer itself, as flows do. */
export type Ask = (question: HttpQuestion) => unknown;

export class TaskRoutes {
  readonly #url: BaseUrl;
  /** The server's own name of its environment, once it has told: it stands in every path. */
  #name: string | undefined;

  constructor(url: BaseUrl) {
    this.#url = url;
  }

  *splits(ask: Ask): Flow<TaskSplit[]> {
    const splits = yield* this.#get(ask, "splits");
    return listOf(splits, "splits").map(toSplit);
  }

  *tasks(ask: Ask, split: string): Flow<unknown[]> {
    return listOf(yield* this.#get(ask, "tasks", { split }, "tasks"), "tasks");
  }

  *count(ask: Ask, split: string): Flow<number> {
    const count = yield* this.#get(ask, "num_tasks", { split }, "num_tasks");
    if (typeof count === "number") return count;
    throw new ProtocolViolationError("The server's answer to num_tasks has no number.");
  }

  *task(ask: Ask, { split, index }: TaskChoice): Flow<unknown> {
    return yield* this.#get(ask, "task", { split, index }, "task");
  }

  *range(ask: Ask, { split, start, stop }: TaskRange): Flow<unknown[]> {
    return listOf(yield* this.#get(ask, "task_range", { split, start, stop }, "tasks"), "tasks");
  }

  *#get(ask: Ask, route: string, body?: JsonObject, member?: string): Flow<unknown> {
    this.#name ??= yield* this.#askName(ask);
    const path = `/${encodeURIComponent(this.#name)}/${route}`;
    const question = { url: this.#url.httpUrl(path), ...(body && { body: stringifyJson(body) }) };
    const value = read((yield ask(question)) as HttpAnswer, question.url, body);
    if (member === undefined) return value;
    if (isJsonObject(value) && member in value) return value[member];
    throw new ProtocolViolationError(`The server's answer to ${route} has no "${member}".`);
  }

  *#askName(ask: Ask): Flow<string> {
    const url = this.#url.httpUrl("/list_environments");
    const [name] = listOf(read((yield ask({ url })) as HttpAnswer, url), "environments");
    if (typeof name === "string") return name;
    throw new ProtocolViolationError("The server names no environment on /list_environments.");
  }
}

function read({ status, text }: HttpAnswer, url: string, body: JsonObject = {}): unknown {
  const value = jsonOf(text);
  if (status === 200) {
    if (value !== undefined) return value;
    throw new ProtocolViolationError("The server's answer about its tasks is no JSON.");
  }
  const detail = isJsonObject(value) ? value.detail : undefined;
  const why = typeof detail === "string" ? detail : text;
  // 404: a server before openenv 0.10.0; 501: an environment without tasks (PROTOCOL §12.1).
  if (status === 404 || status === 501) throw new TasksUnsupportedError(why);
  if (status === 422 && Array.isArray(detail)) {
    const issues = detail as ValidationIssue[];
    throw new ValidationError(issues, `The server refused the question: ${issues.map(formatIssue).join("; ")}`);
  }
  if (status === 400) throw new InvalidArgumentError("index", `The server has no such task: ${why}`, { details: body });
  if (status === 500) throw new ExecutionError(why);
  throw upgradeRefused(url, status, text);
}

/** `undefined` for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function listOf(value: unknown, what: string): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new ProtocolViolationError(`The server's answer has no list of ${what}.`);
}

/** Objects of an environment's own pass unchanged, so a name may be missing. */
function toSplit(split: unknown): TaskSplit {
  if (!isJsonObject(split)) return { name: String(split), type: "validation" };
  const { name, type } = split;
  return {
    ...split,
    name: typeof name === "string" ? name : "",
    type: typeof type === "string" ? type : "validation",
  };
}
