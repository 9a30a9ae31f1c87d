/** Finds the route of a request, with the answers of FastAPI where there is none (PROTOCOL §1.2). */
import type { Route } from "./host.ts";
import { detail } from "./respond.ts";

/** A function that answers a request by the matching route; `url` is the request's own, read already. */
export type Router = (request: Request, url: URL) => Promise<Response> | Response;

export function createRouter(routes: readonly Route[]): Router {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);

  return (request, url) => {
    const match = matchPath(paths, url.pathname);
    if (match === undefined) return withoutSlash(paths, url) ?? detail(404, "Not Found");
    const route = match.routes.find(({ method, head }) => {
      return method === request.method || (head === true && request.method === "HEAD");
    });
    if (route === undefined) return wrongMethod(match.routes);
    return route.handle(request, { envName: match.envName });
  };
}

interface PathMatch {
  readonly routes: readonly Route[];
  readonly envName: string;
}

function matchPath(paths: ReadonlyMap<string, readonly Route[]>, pathname: string): PathMatch | undefined {
  const exact = paths.get(pathname);
  if (exact !== undefined) return { routes: exact, envName: "" };
  const [, envName, rest, ...more] = pathname.split("/");
  if (!envName || more.length > 0) return undefined;
  const routes = paths.get(`/{env_name}/${rest}`);
  return routes && { routes, envName: decodeSegment(envName) };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** 307 to the path without its trailing slash, if that exists. */
function withoutSlash(paths: ReadonlyMap<string, readonly Route[]>, url: URL): Response | undefined {
  if (!url.pathname.endsWith("/") || url.pathname === "/") return undefined;
  const target = new URL(url);
  target.pathname = url.pathname.slice(0, -1);
  if (matchPath(paths, target.pathname) === undefined) return undefined;
  return new Response(null, { status: 307, headers: { location: target.href } });
}

function wrongMethod(routes: readonly Route[]): Response {
  const allowed = routes.flatMap(({ method, head }) => (head === true ? [method, "HEAD"] : [method]));
  return detail(405, "Method Not Allowed", { allow: allowed.join(", ") });
}
