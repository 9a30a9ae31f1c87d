/**
 * The criteria of a running server (PROTOCOL §8.5): six that are required, as in the original, and ours beside them.
 */
import { isObject } from "../../support/is-object.ts";
import { UsageError } from "../../terminal/failure.ts";
import { ask, type Answer, type AskOptions } from "./ask.ts";
import { ownCriteria } from "./own-criteria.ts";
import type { Criterion, ServerReport } from "./server-report.ts";

type Check = (answer: Answer) => Pick<Criterion, "passed" | "expected" | "actual"> & { readonly details?: string };

/** @throws UsageError for an address that is none */
export async function validateRunningServer(address: string, options: AskOptions): Promise<ServerReport> {
  const target = serverAddress(address);
  const get = (path: string): Promise<Answer> => ask(`${target}${path}`, options);
  const openapi = await get("/openapi.json");
  const paths = Object.keys(object(object(openapi.body)["paths"]));
  const version = object(object(openapi.body)["info"])["version"];
  const schema = await get("/schema");
  const required: Criterion[] = [
    criterion(
      "openapi_version_available",
      "GET /openapi.json answers with info.version",
      openapi,
      ({ status, body }) => ({
        passed: status === 200 && typeof object(object(body)["info"])["version"] === "string",
        expected: { status_code: 200, "info.version": "string" },
        actual: { status_code: status, "info.version": version },
      }),
    ),
    criterion("health_endpoint", "GET /health says healthy", await get("/health"), ({ status, body }) => ({
      passed: status === 200 && object(body)["status"] === "healthy",
      expected: { status_code: 200, status: "healthy" },
      actual: { status_code: status, status: object(body)["status"] },
    })),
    criterion(
      "metadata_endpoint",
      "GET /metadata has a name and a description",
      await get("/metadata"),
      ({ status, body }) => {
        const { name, description } = object(body);
        return {
          passed: status === 200 && typeof name === "string" && typeof description === "string",
          expected: { status_code: 200, fields: ["name", "description"] },
          actual: { status_code: status, name, description },
        };
      },
    ),
    criterion(
      "schema_endpoint",
      "GET /schema has schemas of action, observation and state",
      schema,
      ({ status, body }) => {
        const has = (field: string): boolean => isObject(object(body)[field]);
        return {
          passed: status === 200 && has("action") && has("observation") && has("state"),
          expected: { status_code: 200, fields: ["action", "observation", "state"] },
          actual: {
            status_code: status,
            has_action: has("action"),
            has_observation: has("observation"),
            has_state: has("state"),
          },
        };
      },
    ),
    criterion(
      "mcp_endpoint",
      "POST /mcp answers in JSON-RPC",
      await ask(`${target}/mcp`, { ...options, body: {} }),
      (answer) => ({
        passed: answer.status === 200 && object(answer.body)["jsonrpc"] === "2.0",
        expected: { status_code: 200, jsonrpc: "2.0" },
        actual: { status_code: answer.status, jsonrpc: object(answer.body)["jsonrpc"] },
      }),
    ),
    modeCriterion(paths),
  ];
  const mode = paths.length === 0 ? "unknown" : paths.includes("/reset") ? "simulation" : "production";
  const own = mode === "production" ? [] : await ownCriteria(target, schema.body, options);
  const criteria = [...required, ...own];
  const standard = typeof version === "string" ? version : "unknown";
  return {
    target,
    validation_type: "running_environment",
    standard_version: standard,
    standard_profile: standard.startsWith("1.") ? "openenv-http/1.x" : "openenv-http/unknown",
    mode,
    passed: required.every(({ passed }) => passed),
    summary: summaryOf(criteria),
    criteria,
  };
}

function criterion(id: string, description: string, answer: Answer, check: Check): Criterion {
  const result = check(answer);
  return {
    id,
    description,
    required: true,
    ...result,
    ...(answer.failure === undefined ? {} : { details: answer.failure }),
  };
}

/** Where there is `/reset`, steps and states are there too; a server in production has none of them. */
function modeCriterion(paths: readonly string[]): Criterion {
  const description = "The routes are those of one mode";
  const id = "mode_endpoint_consistency";
  if (paths.length === 0) {
    const details = "Without paths in /openapi.json there is no telling the mode.";
    return { id, description, passed: false, required: true, details, expected: { "openapi.paths": "present" } };
  }
  const wanted = paths.includes("/reset");
  const routes = ["/reset", "/step", "/state"];
  return {
    id,
    description,
    required: true,
    passed: routes.every((route) => paths.includes(route) === wanted),
    expected: Object.fromEntries(routes.map((route) => [route, wanted])),
    actual: Object.fromEntries(routes.map((route) => [route, paths.includes(route)])),
  };
}

function summaryOf(criteria: readonly Criterion[]): ServerReport["summary"] {
  const required = criteria.filter((each) => each.required);
  return {
    passed_count: criteria.filter(({ passed }) => passed).length,
    total_count: criteria.length,
    failed_criteria: criteria.filter(({ passed }) => !passed).map(({ id }) => id),
    required_passed_count: required.filter(({ passed }) => passed).length,
    required_total_count: required.length,
  };
}

/** `localhost:8000` is understood too. */
function serverAddress(address: string): string {
  const text = /^https?:\/\//i.test(address.trim()) ? address.trim() : `http://${address.trim()}`;
  if (!URL.canParse(text)) throw new UsageError(`"${address}" is no address.`, "validate");
  return text.replace(/\/+$/, "");
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
