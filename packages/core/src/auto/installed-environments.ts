/**
 * Finds environments among installed packages by the field `openenv` of their `package.json`. Reads these files and runs
 * nobody's code.
 */
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";

import { PACKAGE_NAME } from "../providers/hub/environment-id.ts";

/** An installed package of an environment. */
export interface InstalledPackage {
  /** `@openenv/echo-env`. */
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** An environment of which a client, a server or both are installed. */
export interface InstalledEnvironment {
  /** Name on the wire: `echo_env`. */
  readonly name: string;
  readonly description: string;
  /** The typed client and the name of its class: `EchoEnv`. */
  readonly client: (InstalledPackage & { readonly className: string }) | undefined;
  /** The server and what it exports: `echoServer`. */
  readonly server: (InstalledPackage & { readonly definition: string }) | undefined;
}

interface Manifest {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly description?: unknown;
  readonly openenv?: unknown;
}

/** One package, as it says of itself. */
interface Claim extends InstalledPackage {
  readonly environment: string;
  readonly description: string;
  readonly className: string | undefined;
  readonly definition: string | undefined;
  /** The package of the client: what both of a pair have in common. */
  readonly pair: string;
}

/**
 * The environments in `node_modules` of a folder and of those above it, by name. Where one is installed twice, the
 * nearer one counts.
 *
 * @param cwd default: this process's folder
 */
export function installedEnvironments(cwd: string = process.cwd()): readonly InstalledEnvironment[] {
  const claims = new Map<string, Claim>();
  for (const folder of packagesAround(cwd)) {
    const claim = readClaim(folder);
    if (claim !== undefined && !claims.has(claim.name)) claims.set(claim.name, claim);
  }
  const pairs = groupByPair(claims);
  return [...pairs.values()]
    .flatMap((pair) => environmentOf(pair) ?? [])
    .toSorted((left, right) => left.name.localeCompare(right.name));
}

/**
 * One of them, by any spelling: `echo`, `echo_env`, `echo-env`, `@openenv/echo-env`, `@openenv/echo-env-server`.
 */
export function findEnvironment(name: string, cwd?: string): InstalledEnvironment | undefined {
  const wanted = stem(name);
  return installedEnvironments(cwd).find(
    (env) =>
      env.client?.name === name || env.server?.name === name || (!name.includes("/") && stem(env.name) === wanted),
  );
}

/** `echo` for `echo_env`, `echo-env` and `Echo`: NET-02. */
function stem(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("-", "_")
    .replace(/(?<=.)_env(?:_server)?$/, "");
}

function groupByPair(claims: ReadonlyMap<string, Claim>): Map<string, Claim[]> {
  const pairs = new Map<string, Claim[]>();
  for (const claim of claims.values()) pairs.set(claim.pair, [...(pairs.get(claim.pair) ?? []), claim]);
  return pairs;
}

function environmentOf(pair: readonly Claim[]): InstalledEnvironment | undefined {
  const [first] = pair;
  if (first === undefined) return undefined;
  const client = pair.find(({ className }) => className !== undefined);
  const server = pair.find(({ definition }) => definition !== undefined);
  if (client === undefined && server === undefined) return undefined;
  return {
    name: first.environment,
    description: (client ?? first).description,
    client: client && { ...packageOf(client), className: client.className ?? "" },
    server: server && { ...packageOf(server), definition: server.definition ?? "" },
  };
}

function packageOf({ name, version, folder }: Claim): InstalledPackage {
  return { name, version, folder };
}

/** What a package says ends up in terminals and in code that is copied: what is no name there is none here. */
const ENVIRONMENT = /^[a-z][\w-]*$/i;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const VERSION = /^[\w.+-]+$/;

function readClaim(folder: string): Claim | undefined {
  const { name: ownName, version, description, openenv } = readManifest(folder);
  const name = matching(ownName, PACKAGE_NAME);
  if (name === undefined || typeof openenv !== "object" || openenv === null) return undefined;
  const fields = openenv as Readonly<Record<string, unknown>>;
  const environment = matching(fields["environment"], ENVIRONMENT);
  if (environment === undefined) return undefined;
  return {
    name,
    version: matching(version, VERSION) ?? "0.0.0",
    folder,
    environment,
    description: typeof description === "string" ? description.replaceAll(/\p{Cc}+/gu, " ") : "",
    className: matching(fields["class"], IDENTIFIER),
    definition: matching(fields["definition"], IDENTIFIER),
    pair: matching(fields["client"], PACKAGE_NAME) ?? name,
  };
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

function readManifest(folder: string): Manifest {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return typeof manifest === "object" && manifest !== null ? manifest : {};
  } catch {
    return {};
  }
}

/** Packages in all `node_modules` from a folder upwards, and the folder itself with what it holds: a workspace. */
function* packagesAround(cwd: string): Generator<string> {
  yield* [cwd, join(cwd, "client"), join(cwd, "server")].filter((folder) => existsSync(join(folder, "package.json")));
  for (let folder = cwd; ; folder = dirname(folder)) {
    yield* packagesIn(join(folder, "node_modules"));
    if (dirname(folder) === folder) return;
  }
}

function* packagesIn(modules: string): Generator<string> {
  for (const name of namesIn(modules)) {
    if (name.startsWith(".")) continue;
    const paths = name.startsWith("@") ? namesIn(join(modules, name)).map((own) => join(name, own)) : [name];
    for (const path of paths) {
      const folder = join(modules, path);
      if (existsSync(join(folder, "package.json"))) yield realpathSync(folder);
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
