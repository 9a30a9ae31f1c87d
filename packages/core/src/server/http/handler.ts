/** All HTTP routes of a server as one web-standard function. */
import { MessageTooLargeError, TimeoutError } from "../../errors/local-errors.ts";
import { ValidationError } from "../../errors/wire-errors.ts";
import { errorMessage } from "../../protocol/server-message.ts";
import { mayPass } from "../access-tokens.ts";
import { strangerIn } from "../origin-policy.ts";
import { answerPreflight, shareWith } from "./cors.ts";
import { docsRoutes } from "./docs-routes.ts";
import { episodeRoutes } from "./episode-routes.ts";
import type { HttpHost } from "./host.ts";
import { infoRoutes } from "./info-routes.ts";
import { mcpRoute } from "./mcp-route.ts";
import { mcpStreamRoutes } from "./mcp-stream-route.ts";
import { detail, unprocessable } from "./respond.ts";
import { createRouter } from "./router.ts";
import { taskRoutes } from "./task-routes.ts";

/** Makes the handler. It never rejects: whatever goes wrong is a response. */
export function createFetchHandler(host: HttpHost): (request: Request) => Promise<Response> {
  const routes = [
    ...infoRoutes(host),
    ...(host.settings.mode === "simulation" ? episodeRoutes(host) : []),
    ...taskRoutes(host),
    mcpRoute(host),
    ...mcpStreamRoutes(host),
  ];
  const route = createRouter([...routes, ...docsRoutes(host, routes)]);
  const { settings } = host;
  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const stranger = strangerIn(settings, url, request.headers.get("origin"));
    if (stranger !== undefined) return detail(403, stranger);
    // A browser's question beforehand brings no token.
    const preflight = answerPreflight(request, settings.allowedOrigins);
    if (preflight !== undefined) return preflight;
    // Whoever starts a server waits for its health, and knows no token.
    const isOpen = url.pathname === "/health" || mayPass(settings.tokens, request.headers.get("authorization"));
    return isOpen ? route(request, url) : unauthorized();
  };
  return async (request) => {
    let response: Response;
    try {
      response = await answer(request);
    } catch (error) {
      response = failure(error, host);
    }
    return shareWith(request, response, settings.allowedOrigins);
  };
}

function unauthorized(): Response {
  return detail(401, "This server asks for a token: send Authorization: Bearer …", { "www-authenticate": "Bearer" });
}

function failure(error: unknown, host: HttpHost): Response {
  if (error instanceof ValidationError) return unprocessable(error.errors);
  if (error instanceof MessageTooLargeError) return detail(413, error.message);
  if (error instanceof TimeoutError) return detail(504, error.message);
  return detail(500, errorMessage(host.report(error)));
}
