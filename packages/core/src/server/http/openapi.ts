/**
 * The OpenAPI document. `openenv validate` reads the version (`1.` is profile `openenv-http/1.x`) and infers the mode
 * from which of `/reset`, `/step` and `/state` stand in `paths` (PROTOCOL §1.9, §8.5), so both must be true.
 */
import type { JsonObject } from "../../types.ts";
import type { HttpHost, Route } from "./host.ts";
import { metadataOf, schemasOf } from "./info-routes.ts";

interface Operation {
  readonly tag: string;
  readonly summary: string;
  readonly body?: JsonObject;
  readonly answer?: JsonObject;
}

/** Describes exactly the given routes. */
export function openApiDocument(host: HttpHost, routes: readonly Route[]): JsonObject {
  const operations = describeOperations(host);
  const paths: Record<string, JsonObject> = {};
  for (const { path, method } of routes) {
    const operation = operations[path];
    if (operation !== undefined)
      paths[path] = { ...paths[path], [method.toLowerCase()]: toOpenApi(path, method, operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "OpenEnv Environment HTTP API",
      version: "1.0.0",
      description: `HTTP side of the environment "${metadataOf(host).name}". Episodes run over the WebSocket at /ws.`,
      license: { name: "BSD-3-Clause" },
    },
    paths,
  };
}

function describeOperations(host: HttpHost): Readonly<Record<string, Operation>> {
  const schemas = schemasOf(host);
  const answer: JsonObject = {
    type: "object",
    required: ["observation", "reward", "done", "metadata"],
    properties: {
      observation: { type: "object" },
      reward: { type: ["number", "null"] },
      done: { type: "boolean" },
      metadata: { type: ["object", "null"] },
    },
  };
  const seed = { type: ["integer", "null"], minimum: 0 };
  const text = { type: ["string", "null"], maxLength: 255 };
  const split = { type: "string" };
  return {
    "/reset": {
      tag: "Environment Control",
      summary: "Reset a fresh environment once",
      body: { type: "object", properties: { seed, episode_id: text }, additionalProperties: true },
      answer,
    },
    "/step": {
      tag: "Environment Control",
      summary: "Step a fresh environment once",
      body: {
        type: "object",
        required: ["action"],
        properties: { action: withoutDefs(schemas.action), timeout_s: { type: ["number", "null"] }, request_id: text },
        additionalProperties: true,
      },
      answer,
    },
    "/state": { tag: "State Management", summary: "State of a fresh environment" },
    "/metadata": { tag: "Environment Info", summary: "What the environment is" },
    "/health": { tag: "Health", summary: "Whether the server is up" },
    "/capacity": { tag: "Health", summary: "Sessions in use, at most, and waiting" },
    "/limits": { tag: "Health", summary: "Longest step, longest silence, largest message" },
    "/schema": { tag: "Schema", summary: "JSON Schemas of action, observation and state" },
    "/list_environments": { tag: "Task API", summary: "Names of the environments served" },
    "/{env_name}/splits": { tag: "Task API", summary: "Splits of the task set" },
    "/{env_name}/tasks": { tag: "Task API", summary: "All tasks of a split", body: taskBody({ split }) },
    "/{env_name}/num_tasks": { tag: "Task API", summary: "Number of tasks in a split", body: taskBody({ split }) },
    "/{env_name}/task": { tag: "Task API", summary: "One task", body: taskBody({ split, index: { type: "integer" } }) },
    "/{env_name}/task_range": {
      tag: "Task API",
      summary: "Some tasks of a split",
      body: taskBody({ split, start: { type: ["integer", "null"] }, stop: { type: ["integer", "null"] } }),
    },
    "/mcp": { tag: "MCP", summary: "JSON-RPC", body: { type: "object" } },
  };
}

function toOpenApi(path: string, method: string, { tag, summary, body, answer }: Operation): JsonObject {
  const envName = { name: "env_name", in: "path", required: true, schema: { type: "string" } };
  return {
    tags: [tag],
    summary,
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^a-z]+/g, "_")}`,
    ...(path.includes("{env_name}") && { parameters: [envName] }),
    ...(body && { requestBody: { required: path !== "/reset", content: { "application/json": { schema: body } } } }),
    responses: {
      200: { description: "OK", content: { "application/json": { schema: answer ?? {} } } },
      ...(body && { 422: { description: "The body does not fit" } }),
    },
  };
}

function taskBody(properties: JsonObject): JsonObject {
  const required = Object.keys(properties).filter((key) => key === "split" || key === "index");
  return { type: "object", required, properties, additionalProperties: false };
}

/** References in a model point to its own `$defs`; here they would point nowhere, so the model is shown as an object. */
function withoutDefs(schema: unknown): unknown {
  return (schema as JsonObject).$defs === undefined ? schema : { type: "object", title: (schema as JsonObject).title };
}
