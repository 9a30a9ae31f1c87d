/**
 * Takes from the worker's own JavaScript realm what no sandbox should stand beside. The import gate and QuickJS are the
 * walls; should a fault in one let a guest run JavaScript here, it finds no process, network, loader or `eval`.
 */

const hostGlobals = [
  "Bun",
  "BroadcastChannel",
  "Deno",
  "EventSource",
  "Function",
  "HTMLRewriter",
  "Loader",
  "MessageChannel",
  "ShadowRealm",
  "SharedWorker",
  "WebSocket",
  "WebSocketStream",
  "Worker",
  "XMLHttpRequest",
  "caches",
  "eval",
  "fetch",
  "global",
  "importScripts",
  "localStorage",
  "module",
  "navigator",
  "postMessage",
  "process",
  "require",
  "sessionStorage",
] as const;

/** One function of each kind, for the constructors behind them. */
const kinds: readonly object[] = [
  () => undefined,
  async () => undefined,
  function* several() {
    yield undefined;
  },
  async function* severalLater() {
    yield undefined;
  },
];

/** Irreversible. Whatever the worker itself still needs must have been taken before. */
export function strip(realm: typeof globalThis = globalThis): void {
  for (const name of hostGlobals) {
    // Some runtimes keep some of them: then there is one wall fewer here, and the others stand.
    Reflect.deleteProperty(realm, name);
    if (name in realm) Reflect.defineProperty(realm, name, { value: undefined });
  }
  for (const kind of kinds) {
    Reflect.defineProperty(Object.getPrototypeOf(kind) as object, "constructor", { value: refuse });
  }
}

function refuse(): never {
  throw new TypeError("Code cannot be made from text in a sandbox worker.");
}
