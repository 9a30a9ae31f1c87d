/**
 * A registry of npm packages on this machine, for tests: takes what is published to it, and has everything else from the
 * registry that npm is configured with.
 */
import { spawnSync } from "node:child_process";

interface PublishedVersion {
  readonly dist: { tarball: string };
}

/** What npm sends to publish, and what it asks for. */
interface Packument {
  readonly name: string;
  readonly versions: Record<string, PublishedVersion>;
  readonly "dist-tags": Record<string, string>;
  readonly _attachments?: Readonly<Record<string, { readonly data: string }>>;
}

export interface LocalRegistry extends Disposable {
  readonly url: string;
  /** The npm settings that lead to it, as variables that npm, Bun and Deno read. */
  readonly env: Readonly<Record<string, string>>;
  /** `name@version` of all that was published. */
  readonly published: readonly string[];
}

export function startRegistry(): LocalRegistry {
  const upstream = spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).stdout.trim();
  const packages = new Map<string, Packument>();
  const tarballs = new Map<string, Uint8Array<ArrayBuffer>>();
  const published: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const path = decodeURIComponent(new URL(request.url).pathname).slice(1);
      if (request.method === "PUT") return publish((await request.json()) as Packument);
      const tarball = tarballs.get(path);
      if (tarball !== undefined) return new Response(tarball);
      const own = packages.get(path);
      if (own !== undefined) return Response.json(own);
      // What is ours and not published yet must not come from elsewhere.
      if (path.startsWith("@openenv/")) return new Response("{}", { status: 404 });
      return passOn(request);
    },
  });

  function publish({ _attachments = {}, ...packument }: Packument): Response {
    const { name } = packument;
    const before = packages.get(name);
    for (const [file, { data }] of Object.entries(_attachments)) {
      const path = `${name}/-/${file.replace(/^.*\//, "")}`;
      tarballs.set(path, Uint8Array.fromBase64(data));
      for (const version of Object.values(packument.versions)) version.dist.tarball = new URL(path, server.url).href;
    }
    for (const version of Object.keys(packument.versions)) {
      if (before?.versions[version] !== undefined) return Response.json({ error: "It is there." }, { status: 409 });
      published.push(`${name}@${version}`);
    }
    packages.set(name, { ...packument, versions: { ...before?.versions, ...packument.versions } });
    return Response.json({ ok: true }, { status: 201 });
  }

  async function passOn(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const response = await fetch(new URL(pathname.slice(1) + search, upstream), {
      headers: { accept: request.headers.get("accept") ?? "*/*" },
    });
    // fetch has unpacked it.
    const headers = { "content-type": response.headers.get("content-type") ?? "application/json" };
    return new Response(response.body, { status: response.status, headers });
  }

  const url = server.url.href;
  const token = `//${server.url.host}/:_authToken`;
  return {
    url,
    published,
    env: {
      npm_config_registry: url,
      NPM_CONFIG_REGISTRY: url,
      BUN_CONFIG_REGISTRY: url,
      [`npm_config_${token}`]: "test",
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
}
