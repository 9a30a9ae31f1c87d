/** `/health`, `/capacity`, `/limits`, `/metadata`, `/schema`, `/list_environments`: what a server tells about itself (PROTOCOL §1.6–1.8). */
import type { EnvMetadata } from "../environment.ts";
import type { HttpHost, Route } from "./host.ts";
import { json } from "./respond.ts";

export function infoRoutes(host: HttpHost): Route[] {
  return [
    { method: "GET", path: "/health", handle: () => health(host) },
    { method: "GET", path: "/capacity", handle: () => json(capacityOf(host)) },
    { method: "GET", path: "/limits", handle: () => json(limitsOf(host)) },
    { method: "GET", path: "/metadata", handle: () => json(metadataOf(host)) },
    { method: "GET", path: "/schema", handle: () => json(schemasOf(host)) },
    { method: "GET", path: "/list_environments", handle: () => json([host.name]) },
  ];
}

/** Everything on `/metadata`; what is not known is `null`. */
export function metadataOf({ definition }: HttpHost): EnvMetadata {
  const { manifest } = definition.spec;
  return {
    name: manifest.name,
    description: manifest.description,
    readme_content: null,
    version: manifest.version,
    author: null,
    documentation_url: null,
    ...definition.options.metadata,
  };
}

/** Everything on `/schema`. A reset answers the same observation as a step. */
export function schemasOf({ definition }: HttpHost): Readonly<Record<string, unknown>> {
  const { action, observation, state } = definition.spec.manifest.jsonSchema;
  return { action, observation, state, reset_observation: observation };
}

/** How full the server is: ours alone, for whoever spreads sessions over several servers. No limit is `null`. */
function capacityOf({ activeSessions, queuedSessions, settings }: HttpHost): Readonly<Record<string, number | null>> {
  const max = Number.isFinite(settings.maxSessions) ? settings.maxSessions : null;
  return { active: activeSessions, max, queued: queuedSessions };
}

/** What a client's own limits have to fit: ours alone too. No limit is `null`. */
function limitsOf({ settings }: HttpHost): Readonly<Record<string, number | null>> {
  return {
    step_timeout_ms: settings.stepTimeoutMs,
    idle_timeout_ms: settings.idleTimeoutMs,
    max_message_bytes: settings.maxMessageBytes,
  };
}

function health({ status }: HttpHost): Response {
  if (status === "ready") return json({ status: "healthy" });
  return json({ status: status === "failed" ? "unhealthy" : status }, 503, { "retry-after": "1" });
}
