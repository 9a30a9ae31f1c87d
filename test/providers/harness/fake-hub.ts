/**
 * A hub on 127.0.0.1: its API, its git over HTTP, one running Space, and a registry. Everything wants the token, and what
 * was asked without it is noted.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** One request that came. */
export interface HubRequest {
  readonly path: string;
  readonly authorization: string | null;
}

export interface FakeHub extends AsyncDisposable {
  /** `http://127.0.0.1:…`: the option `endpoint`. */
  readonly endpoint: string;
  /** `127.0.0.1:…`: the option `registry`. */
  readonly registry: string;
  readonly requests: readonly HubRequest[];
}

export interface FakeHubOptions {
  /** Everything but the public Space wants this. Without it nothing does. */
  readonly token?: string;
  /** A folder with bare repositories `spaces/owner/name`. */
  readonly repositories?: string;
  /** Images of the registry, by name: `docker save` of each. */
  readonly images?: Readonly<Record<string, RegistryImage>>;
}

/** An image as a registry serves it. */
export interface RegistryImage {
  readonly manifest: Uint8Array<ArrayBuffer>;
  readonly blobs: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

export function startFakeHub(options: FakeHubOptions): FakeHub {
  const requests: HubRequest[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request, upgrader) {
      const url = new URL(request.url);
      const authorization = request.headers.get("authorization");
      requests.push({ path: url.pathname, authorization });
      if (url.pathname === "/api/spaces/openenv/public") return Response.json(space(url.origin, "RUNNING"));
      if (url.pathname === "/api/spaces/openenv/asleep") return Response.json(space(url.origin, "SLEEPING"));
      if (options.token !== undefined && !mayPass(authorization, options.token)) {
        return new Response("Unauthorized", { status: 401, headers: { "WWW-Authenticate": 'Basic realm="hub"' } });
      }
      if (url.pathname === "/api/spaces/openenv/private") return Response.json(space(url.origin, "RUNNING"));
      if (url.pathname === "/space/health") return Response.json({ status: "healthy" });
      if (url.pathname === "/space/ws" && upgrader.upgrade(request)) return undefined;
      if (url.pathname.startsWith("/v2/")) return serveImage(url.pathname, options.images ?? {});
      if (url.pathname.startsWith("/spaces/") && options.repositories !== undefined)
        return serveGit(options.repositories, url, request);
      return new Response("Not found", { status: 404 });
    },
    websocket: {
      message(ws) {
        const data = { observation: { echoed_message: "from the Space" }, reward: null, done: false };
        ws.send(JSON.stringify({ type: "observation", data }));
      },
    },
  });
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    registry: `127.0.0.1:${server.port}`,
    requests,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** Reads what `docker save` wrote. */
export async function registryImage(archive: Uint8Array<ArrayBuffer>): Promise<RegistryImage> {
  const files = await new Bun.Archive(archive).files();
  const bytes = async (name: string): Promise<Uint8Array<ArrayBuffer>> => (files.get(name) as Blob).bytes();
  const [saved] = JSON.parse(new TextDecoder().decode(await bytes("manifest.json"))) as [
    { Config: string; Layers: string[] },
  ];
  const blobs = new Map<string, Uint8Array<ArrayBuffer>>();
  const describe = (mediaType: string, blob: Uint8Array<ArrayBuffer>): object => {
    const digest = `sha256:${new Bun.CryptoHasher("sha256").update(blob).digest("hex")}`;
    blobs.set(digest, blob);
    return { mediaType, size: blob.length, digest };
  };
  const type = (name: string): string => `application/vnd.docker.${name}`;
  const layers: object[] = [];
  for (const layer of saved.Layers)
    layers.push(describe(type("image.rootfs.diff.tar.gzip"), Bun.gzipSync(await bytes(layer), { level: 1 })));
  const config = describe(type("container.image.v1+json"), await bytes(saved.Config));
  const mediaType = type("distribution.manifest.v2+json");
  const manifest = new TextEncoder().encode(JSON.stringify({ schemaVersion: 2, mediaType, config, layers }));
  return { manifest, blobs };
}

/** The digest by which a manifest is asked for. */
export function digestOf({ manifest }: RegistryImage): string {
  return `sha256:${new Bun.CryptoHasher("sha256").update(manifest).digest("hex")}`;
}

function space(origin: string, stage: string): object {
  return { host: `${origin}/space`, subdomain: "openenv-private", runtime: { stage } };
}

/** A bearer token, or the token as a password. */
function mayPass(authorization: string | null, token: string): boolean {
  if (authorization === `Bearer ${token}`) return true;
  const [, basic = ""] = /^Basic (.*)$/.exec(authorization ?? "") ?? [];
  return Buffer.from(basic, "base64").toString().endsWith(`:${token}`);
}

function serveImage(path: string, images: Readonly<Record<string, RegistryImage>>): Response {
  if (path === "/v2/") return Response.json({});
  const [, name = "", kind, reference = ""] = /^\/v2\/(.+)\/(manifests|blobs)\/([^/]+)$/.exec(path) ?? [];
  const image = images[name];
  if (image === undefined) return Response.json({ errors: [{ code: "NAME_UNKNOWN", message: name }] }, { status: 404 });
  if (kind === "manifests") {
    const headers = {
      "Content-Type": "application/vnd.docker.distribution.manifest.v2+json",
      "Docker-Content-Digest": digestOf(image),
    };
    return new Response(image.manifest, { headers });
  }
  const blob = image.blobs.get(reference);
  return blob === undefined ? new Response(null, { status: 404 }) : new Response(blob);
}

/** Git's own program for servers, as a web server would call it. */
async function serveGit(repositories: string, url: URL, request: Request): Promise<Response> {
  const backend = spawnSync("git", ["--exec-path"], { encoding: "utf8" }).stdout.trim();
  const program = join(backend, "git-http-backend");
  if (!existsSync(program)) return new Response("git has no git-http-backend", { status: 500 });
  const { status, stdout } = spawnSync(program, [], {
    input: Buffer.from(await request.arrayBuffer()),
    maxBuffer: 2 ** 28,
    env: {
      PATH: process.env["PATH"] ?? "",
      GIT_PROJECT_ROOT: repositories,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers.get("content-type") ?? "",
      HTTP_CONTENT_ENCODING: request.headers.get("content-encoding") ?? "",
      GIT_PROTOCOL: request.headers.get("git-protocol") ?? "",
    },
  });
  const split = stdout.indexOf("\r\n\r\n");
  if (status !== 0 || split < 0) return new Response(stdout, { status: 500 });
  const lines = stdout.subarray(0, split).toString().split("\r\n");
  const headers = lines.map((line) => line.split(": ", 2) as [string, string]);
  const code = headers.find(([name]) => name === "Status")?.[1];
  const rest = headers.filter(([name]) => name !== "Status");
  return new Response(new Uint8Array(stdout.subarray(split + 4)), {
    status: Number(code?.slice(0, 3) ?? 200),
    headers: rest,
  });
}
