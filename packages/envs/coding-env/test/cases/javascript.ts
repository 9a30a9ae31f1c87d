/** What a step of JavaScript does. */
import { equal, match } from "node:assert/strict";
import { type CodingCase, failed, wrote } from "./coding-case.ts";

export const javascriptCases: readonly CodingCase[] = [
  {
    title: "JavaScript: console, and the last expression's value",
    run: async (bench) => {
      wrote(await bench.javascript("console.log('a', 1, { b: [2, null] }); 6 * 7"), "a 1 { b: [ 2, null ] }\n42\n");
      wrote(await bench.javascript("'text'"), '"text"\n');
      wrote(await bench.javascript("let nothing;"), "");
      wrote(await bench.javascript("new Map([['k', new Set([1])]])"), 'Map(1) { "k" => Set(1) { 1 } }\n');
      const view = await bench.javascript("console.error('bad %s', 'thing')");
      equal(view.stderr, "bad thing\n");
      equal(view.exit_code, 0);
    },
  },
  {
    title: "JavaScript: variables stay, beside Python's",
    run: async (bench) => {
      wrote(await bench.javascript("var shared_name = 1; const fixed = { n: 2 };"), "");
      wrote(await bench.python("shared_name = 'python'"), "");
      wrote(await bench.javascript("shared_name + fixed.n"), "3\n");
      wrote(await bench.python("shared_name"), "'python'\n");
    },
  },
  {
    title: "JavaScript: errors, syntax errors and rejections",
    run: async (bench) => {
      const thrown = await bench.javascript("console.log('before'); throw new TypeError('on purpose')");
      equal(thrown.stdout, "before\n");
      failed(thrown, /^Uncaught TypeError: on purpose\n\s+at .*<step-\d+>/);
      const broken = await bench.javascript("let (");
      failed(broken, /^Uncaught SyntaxError/);
      equal(broken.reward, -0.1);
      failed(await bench.javascript("Promise.reject(new Error('later'))"), /^Uncaught Error: later/);
      failed(await bench.javascript("throw { toString() { throw 1 }, get x() { throw 2 } }"), /^Uncaught /);
    },
  },
  {
    title: "JavaScript: promises are waited for as far as they go",
    run: async (bench) => {
      wrote(await bench.javascript("(async () => { await null; return [1n, 2] })()"), "[ 1n, 2 ]\n");
      wrote(await bench.javascript("new Promise(() => {})"), "Promise { <pending> }\n");
    },
  },
  {
    title: "JavaScript: recursion and memory are errors of the code's own",
    run: async (bench) => {
      failed(await bench.javascript("(function f() { f() })()"), /InternalError: stack overflow/);
      const view = await bench.javascript("const hoard = []; for (;;) hoard.push(new Uint8Array(1e7))");
      match(view.stderr, /InternalError: out of memory/);
      wrote(await bench.javascript("hoard.length = 0; 'still here'"), '"still here"\n');
    },
  },
];
