/**
 * FAKE: a hub on 127.0.0.1 that Spaces are pushed to, and its storage for large files at another address. It stands in
 * for huggingface.co, which takes a person's token. Written from the hub's public API, as `@huggingface/hub` uses it.
 */
import { spawnSync } from "node:child_process";

/** One request that came, to the hub or to its storage. */
export interface SeenRequest {
  readonly to: "hub" | "storage";
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  /** All of it but the header Authorization. */
  readonly rest: string;
}

export interface FakeSpace {
  readonly sdk: string | undefined;
  readonly private: boolean;
  readonly files: Map<string, Buffer>;
  /** Paths of the files whose content is in the storage. */
  readonly large: Set<string>;
  readonly variables: Map<string, string>;
  /** The operations of each commit: `file README.md`, `deletedFile old.txt`. */
  readonly commits: { readonly title: string; readonly operations: readonly string[] }[];
  /** Where its server is, for who asks. */
  host?: string;
}

export interface FakeSpaceHub extends AsyncDisposable {
  readonly endpoint: string;
  readonly storage: string;
  readonly spaces: Map<string, FakeSpace>;
  readonly requests: SeenRequest[];
  /** Answers in place of hub and storage, where it gives an answer. */
  intercept: ((request: Request, url: URL) => Promise<Response> | Response | undefined) | undefined;
}

export interface FakeSpaceHubOptions {
  readonly token: string;
  readonly user: string;
  /** How the storage is talked to. Default `basic`: one PUT a file. */
  readonly transfer?: "basic" | "xet";
  /** Entries of one page of a listing. */
  readonly pageSize?: number;
}

const XET_TOKEN = "xet-write-token";

export function newSpace(fields: Partial<FakeSpace> = {}): FakeSpace {
  const files = new Map([
    [".gitattributes", Buffer.from("*.bin filter=lfs diff=lfs merge=lfs -text\n")],
    ["README.md", Buffer.from("---\ntitle: New\nsdk: docker\n---\n")],
  ]);
  return { sdk: "docker", private: false, files, large: new Set(), variables: new Map(), commits: [], ...fields };
}

export function startFakeSpaceHub(options: FakeSpaceHubOptions): FakeSpaceHub {
  const { token, user, transfer = "basic", pageSize = 1000 } = options;
  const spaces = new Map<string, FakeSpace>();
  const requests: SeenRequest[] = [];
  const stored = new Map<string, Buffer>();

  const note = async (to: SeenRequest["to"], request: Request): Promise<{ url: URL; body: Buffer }> => {
    const url = new URL(request.url);
    const body = Buffer.from(await request.clone().arrayBuffer());
    const others = [...request.headers].filter(([name]) => name !== "authorization");
    requests.push({
      to,
      method: request.method,
      path: url.pathname,
      authorization: request.headers.get("authorization"),
      rest: `${request.url} ${JSON.stringify(others)} ${body.toString("latin1")}`,
    });
    return { url, body };
  };

  const storage = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request): Promise<Response> {
      const { url, body } = await note("storage", request);
      const answer = fake.intercept?.(request, url);
      if (answer !== undefined) return answer;
      const [, kind, name = ""] = url.pathname.split("/");
      if (kind === "lfs" && request.method === "PUT") {
        if (sha256(body) !== name) return new Response("BadDigest", { status: 400 });
        stored.set(name, body);
        return new Response();
      }
      if (request.headers.get("authorization") !== `Bearer ${XET_TOKEN}`) return new Response(null, { status: 401 });
      if (url.pathname.startsWith("/v1/xorbs/default/")) {
        const content = contentOfXorb(body);
        stored.set(sha256(content), content);
        return Response.json({ was_inserted: true });
      }
      if (url.pathname === "/v1/shards") return Response.json({ result: 1 });
      return new Response(null, { status: 404 });
    },
  });

  const upload = (oid: string): object => {
    if (transfer === "basic") return { href: `${storage.url.origin}/lfs/${oid}?signature=secret` };
    const header = {
      "X-Xet-Cas-Url": storage.url.origin,
      "X-Xet-Access-Token": XET_TOKEN,
      "X-Xet-Token-Expiration": String(Math.floor(Date.now() / 1000) + 3600),
    };
    return { href: `${hub.url.origin}/xet-write-token`, header };
  };

  const commit = (space: FakeSpace, body: Buffer): Response => {
    const [header, ...lines] = body
      .toString()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly key: string; readonly value: Readonly<Record<string, string>> });
    if (header?.value["parentCommit"] !== shaOf(space)) return refusal(412, "A commit has happened since.");
    for (const { key, value } of lines) {
      const { path = "", content = "", encoding, oid = "" } = value;
      space.large.delete(path);
      if (key === "deletedFile") space.files.delete(path);
      else if (key === "file") space.files.set(path, Buffer.from(content, encoding as BufferEncoding));
      else {
        const large = stored.get(oid);
        if (large === undefined) return refusal(400, `${path} was never uploaded`);
        space.files.set(path, large);
        space.large.add(path);
      }
    }
    const operations = lines.map(({ key, value }) => `${key} ${value["path"]}`).toSorted();
    space.commits.push({ title: header.value["summary"] ?? "", operations });
    return Response.json({ commitOid: shaOf(space), commitUrl: `${hub.url.origin}/commit/${shaOf(space)}` });
  };

  const ofSpace = (id: string, rest: string, request: Request, url: URL, body: Buffer): Response => {
    const space = spaces.get(id);
    if (space === undefined) return refusal(404, "Repository not found");
    const subdomain = id.replaceAll(/[^a-z0-9]/gi, "-").toLowerCase();
    const facts = { _id: "1", id, sdk: space.sdk, private: space.private, likes: 0, lastModified: "2026-01-02" };
    const route = `${request.method} ${rest}`;
    if (route === "GET ") return Response.json({ subdomain, host: space.host, runtime: { stage: "RUNNING" } });
    if (route === "GET /revision/HEAD") return Response.json({ ...facts, sha: shaOf(space), subdomain });
    if (route === "GET /tree/main") return treeOf(space, url, pageSize);
    if (route === "GET /variables") return Response.json(variablesOf(space));
    if (route === "POST /variables") {
      const { key, value } = JSON.parse(body.toString()) as { key: string; value: string };
      space.variables.set(key, value);
      return Response.json(variablesOf(space));
    }
    if (route === "POST /preupload/main") {
      const { files } = JSON.parse(body.toString()) as { files: { path: string; size: number; sample: string }[] };
      // Here what is binary is large; the hub looks at sizes and at .gitattributes, too.
      const modes = files.map(({ path, sample }) => {
        const isBinary = Buffer.from(sample, "base64").includes(0);
        return { path, uploadMode: isBinary ? "lfs" : "regular" };
      });
      return Response.json({ files: modes });
    }
    if (route === "POST /commit/main") return commit(space, body);
    return refusal(404, "No such address");
  };

  const hub = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request): Promise<Response> {
      const { url, body } = await note("hub", request);
      const answer = fake.intercept?.(request, url);
      if (answer !== undefined) return answer;
      if (request.headers.get("authorization") !== `Bearer ${token}`)
        return refusal(401, "Invalid credentials in Authorization header");
      if (url.pathname === "/api/whoami-v2")
        return Response.json({ type: "user", name: user, auth: { type: "access_token" } });
      if (url.pathname === "/api/repos/create") {
        const wanted = JSON.parse(body.toString()) as Readonly<Record<string, string>>;
        const id = `${wanted["organization"]}/${wanted["name"]}`;
        if (wanted["type"] !== "space") return refusal(400, "Only Spaces here");
        if (spaces.has(id)) return refusal(409, "You already created this space repo");
        spaces.set(id, newSpace({ sdk: wanted["sdk"], private: wanted["visibility"] === "private" }));
        return Response.json({ id, url: `${url.origin}/spaces/${id}` });
      }
      const [, batch] = /^\/spaces\/([^/]+\/[^/]+)\.git\/info\/lfs\/objects\/batch$/.exec(url.pathname) ?? [];
      if (batch !== undefined) {
        const { objects } = JSON.parse(body.toString()) as { objects: { oid: string; size: number }[] };
        const wanted = objects.map(({ oid, size }) =>
          stored.has(oid) ? { oid, size } : { oid, size, actions: { upload: upload(oid) } },
        );
        return Response.json({ transfer, objects: wanted });
      }
      const [, id, rest = ""] = /^\/api\/spaces\/([^/]+\/[^/]+)(.*)$/.exec(url.pathname) ?? [];
      return id === undefined ? refusal(404, "No such address") : ofSpace(id, rest, request, url, body);
    },
  });

  const fake: FakeSpaceHub = {
    endpoint: hub.url.origin,
    storage: storage.url.origin,
    spaces,
    requests,
    intercept: undefined,
    async [Symbol.asyncDispose]() {
      await Promise.all([hub.stop(true), storage.stop(true)]);
    },
  };
  return fake;
}

/** As the hub refuses. */
export function refusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ error: message }, { status, headers: { "X-Error-Message": message, ...headers } });
}

function shaOf(space: FakeSpace): string {
  return String(space.commits.length + 1).padStart(40, "0");
}

function variablesOf({ variables }: FakeSpace): object {
  return Object.fromEntries([...variables].map(([key, value]) => [key, { value, updatedAt: "2026-01-02T03:04:05Z" }]));
}

/** Folders and files, in pages; ids are git's own. */
function treeOf({ files, large }: FakeSpace, url: URL, pageSize: number): Response {
  const folders = new Set([...files.keys()].flatMap((path) => parents(path)));
  const entries = [
    ...[...folders].map((path) => ({ type: "directory", path, size: 0, oid: "0".repeat(40) })),
    ...[...files].map(([path, content]) => {
      const size = content.length;
      if (!large.has(path)) return { type: "file", path, size, oid: gitId(content) };
      const lfs = { oid: sha256(content), size, pointerSize: 134 };
      return { type: "file", path, size, oid: "1".repeat(40), lfs };
    }),
  ];
  const start = Number(url.searchParams.get("cursor") ?? 0);
  const next = new URL(url);
  next.searchParams.set("cursor", String(start + pageSize));
  const headers: Record<string, string> =
    start + pageSize < entries.length ? { Link: `<${next.href}>; rel="next"` } : {};
  return Response.json(entries.slice(start, start + pageSize), { headers });
}

function parents(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function gitId(content: Buffer): string {
  return spawnSync("git", ["hash-object", "--stdin"], { input: content, encoding: "utf8" }).stdout.trim();
}

function sha256(content: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(content).digest("hex");
}

/** Xet sends a file in chunks behind headers of 8 bytes; those that do not compress are as they were. */
function contentOfXorb(xorb: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at + 8 <= xorb.length;) {
    const size = xorb.readUIntLE(at + 1, 3);
    if (xorb[at + 4] !== 0) throw new Error("This FAKE reads chunks that are not compressed.");
    chunks.push(xorb.subarray(at + 8, at + 8 + size));
    at += 8 + size;
  }
  return Buffer.concat(chunks);
}
