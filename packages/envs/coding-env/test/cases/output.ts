/** Whatever code writes, the observation is text that the wire carries. */
import { deepStrictEqual, equal, match, ok } from "node:assert/strict";
import { type CodingCase, failed, wrote } from "./coding-case.ts";

const LIMIT = 256 * 1024;

export const outputCases: readonly CodingCase[] = [
  {
    title: "output: 50 MB is cut at the limit, with a marker that counts the rest",
    run: async (bench) => {
      const view = await bench.python("print('x' * 50_000_000)");
      equal(view.exit_code, 0);
      const rest = 50_000_001 - LIMIT;
      equal(view.stdout, `${"x".repeat(LIMIT)}\n[truncated: ${rest} more bytes were left out]\n`);
      const lines = await bench.python("import sys\nfor i in range(3000): print(str(i) * 40, file=sys.stderr)");
      match(lines.stderr, /\n\[truncated: \d+ more bytes were left out\]\n$/);
      const javascript = await bench.javascript("console.log('é'.repeat(3e6))");
      match(javascript.stdout, /é\n\[truncated: \d+ more bytes were left out\]\n$/);
      ok(!javascript.stdout.includes("\ufffd"));
    },
  },
  {
    title: "output: bytes that are no text, NUL, surrogates and every code point arrive as valid text",
    run: async (bench) => {
      wrote(
        await bench.python("import sys\n_ = sys.stdout.buffer.write(b'\\xff\\x00\\xfe!'); sys.stdout.flush()"),
        "\ufffd\0\ufffd!",
      );
      wrote(await bench.python("print('\\x00\\x1b[0m\\u2028')"), "\0\u001b[0m\u2028\n");
      failed(await bench.python("print('\\ud800')"), /UnicodeEncodeError/);
      wrote(await bench.javascript("console.log('\\ud800|\\u0000|\\udfff')"), "\ufffd|\0|\ufffd\n");
      const every = "print(''.join(chr(c) for c in range(0x20000) if not 0xd800 <= c < 0xe000))";
      const view = await bench.python(every);
      equal(view.exit_code, 0);
      ok(view.stdout.isWellFormed());
    },
  },
  {
    title: "output: random bytes on both streams, in pieces of any size, are what a decoder makes of them",
    run: async (bench) => {
      for (let seed = 0; seed < 25; seed += 1) {
        const code = [
          `import random, sys\nfuzz = random.Random(${seed})`,
          "data = bytes(fuzz.choice((fuzz.randrange(256), 0, 0xf0, 0x9f, 0x99, 0x82, 0xed, 0xa0, 10)) for _ in range(2000))",
          "at = 0\nwhile at < len(data):\n    size = fuzz.randrange(1, 99)",
          "    for stream in (sys.stdout, sys.stderr): _ = stream.buffer.write(data[at:at + size]); stream.flush()",
          "    at += size",
        ].join("\n");
        const view = await bench.python(`${code}\nsaved = data`);
        const { stdout } = await bench.python("saved.hex()");
        const expected = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.from(stdout.slice(1, -2), "hex"));
        deepStrictEqual([view.exit_code, view.stdout, view.stderr], [0, expected, expected]);
      }
    },
  },
  {
    title: "output: what the code does to its streams harms only itself",
    run: async (bench) => {
      await using session = await bench.session();
      await bench.python("import sys\nsys.stdout = None", session);
      equal((await bench.python("print('lost')", session)).exit_code, 0);
      await bench.python("sys.stdout = sys.__stdout__", session);
      wrote(await bench.python("print('back')", session), "back\n");
      await bench.python("import os\nos.close(1)", session);
      const view = await bench.python("print('closed')", session);
      equal(typeof view.exit_code, "number");
      await bench.python("import builtins\nbuiltins.print = builtins.compile = builtins.exec = None", session);
      equal((await bench.python("1", session)).exit_code, 1);
      await session.reset();
      wrote(await bench.python("print('clean')", session), "clean\n");
    },
  },
];
