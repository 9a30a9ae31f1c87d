/** What browsers are told about pages of other origins: nothing, unless their origin is in `allowedOrigins`. */
import { isListed } from "../origin-policy.ts";

/** How long a browser may keep the answer to a preflight, in seconds. */
const PREFLIGHT_SECONDS = 600;

/** The answer to a browser that asks beforehand; `undefined` for any other request, and for an origin that is not allowed. */
export function answerPreflight(request: Request, allowedOrigins: readonly string[]): Response | undefined {
  const { headers, method } = request;
  if (method !== "OPTIONS" || !headers.has("access-control-request-method")) return undefined;
  if (!isListed(headers.get("origin") ?? "", allowedOrigins)) return undefined;
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, POST, DELETE",
      "access-control-allow-headers": headers.get("access-control-request-headers") ?? "",
      "access-control-max-age": String(PREFLIGHT_SECONDS),
    },
  });
}

/** Lets the page that asked read the response, if its origin is allowed. */
export function shareWith(request: Request, response: Response, allowedOrigins: readonly string[]): Response {
  const origin = request.headers.get("origin");
  if (origin === null || !isListed(origin, allowedOrigins)) return response;
  response.headers.set("access-control-allow-origin", origin);
  response.headers.set("access-control-expose-headers", "mcp-session-id, x-request-id");
  response.headers.append("vary", "origin");
  return response;
}
