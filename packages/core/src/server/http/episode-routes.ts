/** `POST /reset`, `POST /step`, `GET /state`: one environment per request (PROTOCOL §1.3–1.5). */
import { TimeoutError } from "../../errors/local-errors.ts";
import { readResetBody, readStepBody } from "../../protocol/request-body.ts";
import type { ObservationData } from "../../protocol/server-message.ts";
import { LONGEST_TIMER_MS } from "../settings.ts";
import { readJsonBody } from "./body.ts";
import type { HttpHost, Route } from "./host.ts";
import { withEnvironment } from "./one-shot.ts";
import { json } from "./respond.ts";

/** Tells an HTTP caller that nothing it did here is still there for its next request. */
const STATELESS = { "openenv-session": "none; episodes need the WebSocket at /ws" };

export function episodeRoutes(host: HttpHost): Route[] {
  const { maxMessageBytes } = host.settings;
  return [
    {
      method: "POST",
      path: "/reset",
      async handle(request) {
        const params = readResetBody(await readJsonBody(request, maxMessageBytes));
        return observation(await withEnvironment(host, (environment) => environment.reset(params)));
      },
    },
    {
      method: "POST",
      path: "/step",
      async handle(request) {
        const { action, timeoutSeconds, requestId } = readStepBody(await readJsonBody(request, maxMessageBytes));
        // A bad action is refused before an environment is made for it.
        host.spec.parseAction(action);
        const data = await withEnvironment(host, (environment, scope) => {
          const step = environment.step(action);
          if (timeoutSeconds === undefined || !(step instanceof Promise)) return step;
          return withTimeout(step, timeoutSeconds, (error) => scope.abort(error));
        });
        return observation(data, requestId);
      },
    },
    {
      method: "GET",
      path: "/state",
      async handle() {
        return json(await withEnvironment(host, (environment) => environment.state()), 200, STATELESS);
      },
    },
  ];
}

/** Unlike on `/ws`, `metadata` is always there, and `null` when empty. */
function observation(data: ObservationData, requestId?: string): Response {
  const headers =
    requestId === undefined
      ? STATELESS
      : { ...STATELESS, "x-request-id": encodeURIComponent(requestId.toWellFormed()) };
  return json({ ...data, metadata: data.metadata ?? null }, 200, headers);
}

async function withTimeout<T>(work: Promise<T>, seconds: number, abort: (error: TimeoutError) => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        const error = new TimeoutError(`The step took longer than timeout_s = ${seconds}.`);
        abort(error);
        reject(error);
      },
      Math.min(seconds * 1000, LONGEST_TIMER_MS),
    );
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
