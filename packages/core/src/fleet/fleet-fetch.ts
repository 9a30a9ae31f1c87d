/**
 * Questions of a fleet's clients beside their sessions, such as about tasks: any of the servers can answer, since all are
 * of one environment.
 */
import type { Fetch } from "../client/http-question.ts";
import { fetchDirectly } from "../transport/loopback-http.ts";
import type { FleetSettings } from "./options.ts";
import type { ReplicaPool } from "./replica-pool.ts";

/** Rejects with ConnectionFailedError when no server is healthy. */
export function fleetFetch(pool: ReplicaPool, settings: FleetSettings): Fetch {
  return async (request) => {
    const replica = pool.list().find(({ state }) => state === "ready");
    if (replica === undefined) throw pool.refusal(undefined);
    const { pathname, search } = new URL(request.url);
    const headers = new Headers({ ...settings.headers, ...replica.endpoint.headers });
    request.headers.forEach((value, name) => headers.set(name, value));
    const { method, signal } = request;
    const body = method === "GET" ? undefined : await request.text();
    return fetchDirectly(
      new Request(replica.url.httpUrl(`${pathname}${search}`), {
        method,
        headers,
        signal,
        redirect: "manual",
        ...(body !== undefined && { body }),
      }),
    );
  };
}
