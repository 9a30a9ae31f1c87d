/** The layers of docs/architecture.md: which part of core may know which, and where sockets and hosts may be named. */
import { describe, expect, test } from "bun:test";
import { importsOf, readText, repositoryFiles, resolveImport, withoutComments } from "./source-tree.ts";

const sources = repositoryFiles().filter(
  (file) => /^packages\/.*\/src\/.*\.ts$/.test(file) && !file.endsWith(".test.ts"),
);
const coreRoot = "packages/core/src/";
const core = sources.filter((file) => file.startsWith(coreRoot)).map((file) => file.slice(coreRoot.length));

/** No I/O and no clock. `types.ts` holds the types that all layers share. */
const pure = ["errors", "schema", "protocol", "types"];

/** Layers that must not be imported, by layer; the pure ones and transport list what they may import instead. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(pure.map((layer) => [layer, pure])),
  transport: [...pure, "transport"],
};
const mustNotImport: Readonly<Record<string, readonly string[]>> = {
  client: ["server", "serve", "testing"],
  server: ["client", "sync", "serve", "providers", "testing"],
  workers: ["client", "sync", "serve", "testing"],
};

/** The only places with sockets, workers, `node:`, `Bun` and `Deno`. */
const hostFiles = [
  /^transport\/(?:websocket-|loopback-http)/,
  /^sync\/worker/,
  /^workers\/(worker-host|(thread|process)-(host|main))\.ts$/,
  /^providers\//,
  /^auto\/installed-/,
  /^serve\/(node(-\w+)?|bun|deno|command|process-(group|member|start)|stderr-log)\.ts$/,
];

describe("core", () => {
  test("the pure layers and transport import only what they stand on", () => {
    expect(
      violations((layer, imported) => {
        const allowed = mayImport[layer];
        if (allowed === undefined) return false;
        return isCore(imported) ? !allowed.includes(layerOf(imported)) : imported !== "zod" && !isHost(imported);
      }),
    ).toEqual([]);
  });

  test("client and server do not know each other", () => {
    expect(
      violations((layer, imported) => isCore(imported) && (mustNotImport[layer] ?? []).includes(layerOf(imported))),
    ).toEqual([]);
  });

  test("core imports zod, ws, pure-rand and the host, nothing else", () => {
    const isKnown = (imported: string): boolean => imported === "zod" || imported.startsWith("pure-rand/");
    expect(violations((_, imported) => !isCore(imported) && !isHost(imported) && !isKnown(imported))).toEqual([]);
  });

  test("IN-06: an optional dependency is imported when it is used, and by no module when that is loaded", () => {
    const { peerDependenciesMeta } = JSON.parse(readText("packages/core/package.json")) as {
      readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
    };
    const optional = Object.keys(peerDependenciesMeta);
    expect(optional).not.toEqual([]);
    // Imports of types only are gone when the scanner looks.
    const scanner = new Bun.Transpiler({ loader: "ts" });
    const loaded = core.flatMap((file) =>
      scanner
        .scanImports(readText(coreRoot + file))
        .filter(({ kind, path }) => kind === "import-statement" && optional.some((name) => path.startsWith(name)))
        .map(({ path }) => `${file} imports ${path}`),
    );
    expect(loaded).toEqual([]);
  });

  test("sockets, workers, node:, Bun and Deno are named only in host files", () => {
    const found = core
      .filter((file) => !hostFiles.some((pattern) => pattern.test(file)))
      .filter((file) => {
        const source = readText(coreRoot + file);
        return importsOf(source).some(isHost) || /\b(?:Bun|Deno)\.\w|\bnew Worker\(/.test(withoutComments(source));
      });
    expect(found).toEqual([]);
  });

  test("the pure layers have no clock, no timers and no randomness", () => {
    const clock = /\bDate\.now|\bnew Date\(\)|\bperformance\.now|\bset(?:Timeout|Interval|Immediate)\b|\bMath\.random/;
    const found = core
      .filter((file) => pure.includes(layerOf(coreRoot + file)))
      .filter((file) => clock.test(withoutComments(readText(coreRoot + file))));
    expect(found).toEqual([]);
  });
});

describe("generated packages", () => {
  test("a client imports only core's codegen entry, zod and its own files", () => {
    const found = sources
      .filter((file) => /^packages\/envs\/[^/]+\/client\/src\//.test(file))
      .flatMap((file) => importsOf(readText(file)).map((specifier) => ({ file, specifier })))
      .filter(
        ({ specifier }) => !["@openenv/core/codegen/v1", "zod"].includes(specifier) && !specifier.startsWith("."),
      );
    expect(found).toEqual([]);
  });
});

describe("every package", () => {
  test("relative imports stay inside the package and name their extension", () => {
    const found = sources
      .flatMap((file) => importsOf(readText(file)).map((specifier) => ({ file, specifier })))
      .filter(({ file, specifier }) => {
        if (!specifier.startsWith(".")) return false;
        const home = file.slice(0, file.indexOf("/src/") + 1);
        return !resolveImport(file, specifier).startsWith(home) || !/\.(?:ts|json)$/.test(specifier);
      });
    expect(found).toEqual([]);
  });

  test("the reader of imports sees every form", () => {
    const source = `
      import "a"; import b from "b"; import type { C } from "c"; import { d, type D } from "d";
      export * from "e"; export { f } from "f"; const g = await import("g"); type H = import("h").H;
      const text = \`import no from "template"\`;
      /** import { no } from "comment"; */ // import "comment"
      export const text = "from 'here'"; import {
        i } from "i";`;
    expect(importsOf(source)).toEqual(["a", "b", "c", "d", "e", "f", "g", "h", "i"]);
  });
});

/** `file imports specifier` for each import of core that a rule refuses. */
function violations(refuses: (layer: string, imported: string) => boolean): readonly string[] {
  return core.flatMap((file) =>
    importsOf(readText(coreRoot + file))
      .filter((specifier) => refuses(layerOf(coreRoot + file), target(file, specifier)))
      .map((specifier) => `${file} imports ${specifier}`),
  );
}

/** What a specifier in core leads to; the `imports` of its package.json choose a socket file of the transport. */
function target(file: string, specifier: string): string {
  return specifier === "#connect-websocket"
    ? `${coreRoot}transport/websocket`
    : resolveImport(coreRoot + file, specifier);
}

function isCore(imported: string): boolean {
  return imported.startsWith(coreRoot);
}

function isHost(imported: string): boolean {
  return imported.startsWith("node:") || ["ws", "bun"].includes(imported);
}

/** `server` for `packages/core/src/server/session.ts`, `types` for `packages/core/src/types.ts`. */
function layerOf(file: string): string {
  return file.slice(coreRoot.length).replace(/(?:\/.*|\.ts)$/, "");
}
