/** All HTTP routes of a server as one web-standard function. */
import { MessageTooLargeError, TimeoutError } from "../../errors/local-errors.ts";
import { ValidationError } from "../../errors/wire-errors.ts";
import { errorMessage } from "../../protocol/server-message.ts";
import { mayPass } from "../access-tokens.ts";
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
  return async (request) => {
    try {
      if (!mayPass(host.settings.tokens, request.headers.get("authorization")) && !isHealth(request))
        return unauthorized();
      return await route(request);
    } catch (error) {
      return failure(error, host);
    }
  };
}

/** Whoever starts a server waits for this, and knows no token. */
function isHealth({ url }: Request): boolean {
  return new URL(url).pathname === "/health";
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
