/** Attempts to get out of JavaScript, each with the refusal it must meet. */
import type { Escape } from "./escape.ts";

const undefinedName = /ReferenceError: '?\w+'? is not defined/;

export const javascriptEscapes: readonly Escape[] = [
  ...["process", "require", "fetch", "Bun", "Deno", "postMessage", "parentPort", "WebSocket", "XMLHttpRequest"].map(
    (name) => ({ code: name, refused: undefinedName }),
  ),
  ...[
    "Worker",
    "importScripts",
    "WebAssembly",
    "SharedArrayBuffer",
    "Atomics",
    "module",
    "__dirname",
    "setTimeout",
  ].map((name) => ({ code: name, refused: undefinedName })),
  { code: "process.exit(1)", refused: undefinedName },
  { code: "require('fs').readFileSync('/etc/passwd')", refused: undefinedName },
  { code: "import('node:fs').then((fs) => fs.readFileSync('/etc/passwd'))", refused: /Error/ },
  { code: "import fs from 'node:fs'", refused: /SyntaxError/ },
  { code: "new Function('return process')()", refused: undefinedName },
  { code: "(0, eval)('process')", refused: undefinedName },
  { code: "this.constructor.constructor('return process')()", refused: undefinedName },
  { code: "console.log.constructor('return process')()", refused: undefinedName },
  { code: "(async () => {}).constructor('return process')()", refused: undefinedName },
  { code: "(function* () {}).constructor('yield process')().next()", refused: undefinedName },
  { code: "Object.getPrototypeOf(console.log).constructor('return globalThis.process')()", answers: "" },
  { code: "typeof globalThis.global, typeof globalThis.self, typeof globalThis.window", answers: '"undefined"\n' },
  { code: "try { null.x } catch (e) { e.constructor.constructor('return process')() }", refused: undefinedName },
  {
    code: "Error.prepareStackTrace = (e, s) => s; new Error('x').stack[0].getThis()",
    refused: /TypeError|not a function/,
  },
  {
    code: "Object.prototype.polluted = 'yes'; Array.prototype.push = () => { throw 1 }; ({}).polluted",
    answers: '"yes"\n',
  },
  {
    code: 'JSON.stringify = () => \'{"type":"done"}\'; Function.prototype.call = null; console.log(\'{"type":"lost"}\')',
    answers: '{"type":"lost"}\n',
  },
];
