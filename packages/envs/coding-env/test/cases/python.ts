/** What a step of Python does. */
import { equal, match } from "node:assert/strict";
import { type CodingCase, failed, wrote } from "./coding-case.ts";

export const pythonCases: readonly CodingCase[] = [
  {
    title: "Python: stdout has what is printed, then the last expression's value as a REPL shows it",
    run: async (bench) => {
      wrote(await bench.python("print('a')\n6 * 7"), "a\n42\n");
      wrote(await bench.python("'text'"), "'text'\n");
      wrote(await bench.python("None"), "");
      wrote(await bench.python("value = 1"), "");
      wrote(await bench.python(""), "");
      wrote(await bench.python("_ = 0\n[1, {'a': (2,)}]"), "[1, {'a': (2,)}]\n");
    },
  },
  {
    title: "Python: variables, functions and imports stay for the session",
    run: async (bench) => {
      wrote(await bench.python("import math\nkept = 5\ndef twice(x): return 2 * x"), "");
      wrote(await bench.python("kept += 1"), "");
      wrote(await bench.python("twice(kept), math.gcd(12, 18)"), "(12, 6)\n");
    },
  },
  {
    title: "Python: the standard library is there",
    run: async (bench) => {
      const code = [
        "import collections, dataclasses, datetime, decimal, fractions, functools, hashlib, heapq, itertools, json, math",
        "import random, re, statistics, string, textwrap, uuid, csv, io, zlib, base64, bisect, enum, typing, time, copy",
        "random.seed(7); a = random.random(); random.seed(7)",
        "json.dumps([math.isqrt(99), re.findall(r'\\d+', 'a1b22'), statistics.mean([1, 2, 6]), a == random.random(),",
        "  str(datetime.date(2024, 2, 28) + datetime.timedelta(2)), list(itertools.accumulate([1, 2, 3])),",
        "  hashlib.sha256(b'').hexdigest()[:8], str(fractions.Fraction(2, 4)), str(decimal.Decimal('0.1') * 3)])",
      ].join("\n");
      wrote(
        await bench.python(code),
        `'[9, ["1", "22"], 3, true, "2024-03-01", [1, 3, 6], "e3b0c442", "1/2", "0.3"]'\n`,
      );
    },
  },
  {
    title: "Python: an exception gives its traceback with the step's own lines, and exit code 1",
    run: async (bench) => {
      wrote(await bench.python("def fails():\n    raise ValueError('on purpose')"), "");
      const view = await bench.python("print('before')\nfails()");
      equal(view.stdout, "before\n");
      failed(view, /^Traceback \(most recent call last\):\n {2}File "<step-\d+>", line 2, in <module>\n {4}fails\(\)/);
      match(view.stderr, /raise ValueError\('on purpose'\)\nValueError: on purpose\n$/);
      equal(view.stderr.includes("<sandbox>"), false);
    },
  },
  {
    title: "Python: code that does not compile says where",
    run: async (bench) => {
      failed(await bench.python("x = = 1"), /line 1\n {4}x = = 1\n.*\nSyntaxError: invalid syntax\n$/s);
      failed(await bench.python("a\0b"), /SyntaxError: source code (string )?cannot contain null bytes/);
    },
  },
  {
    title: "Python: SystemExit gives the exit code, and the session goes on",
    run: async (bench) => {
      equal((await bench.python("import sys\nsys.exit(3)")).exit_code, 3);
      equal((await bench.python("raise SystemExit")).exit_code, 0);
      failed(await bench.python("exit('bye')"), /^bye\n$/);
      wrote(await bench.python("sys.version_info[:2]"), "(3, 14)\n");
    },
  },
  {
    title: "Python: asyncio runs, and sleeping sleeps",
    run: async (bench) => {
      const code = [
        "import asyncio, time",
        "async def later(value, delay):\n    await asyncio.sleep(delay)\n    return value",
        "async def both():\n    return await asyncio.gather(later('a', 0.2), later('b', 0.1))",
        "began = time.monotonic()",
        "result = asyncio.run(both())",
        "result, 0.19 < time.monotonic() - began",
      ].join("\n");
      wrote(await bench.python(code), "(['a', 'b'], True)\n");
    },
  },
  {
    title: "Python: files of the session's own can be written and read; there is no input",
    run: async (bench) => {
      wrote(await bench.python("with open('note.txt', 'w') as f: _ = f.write('kept')"), "");
      wrote(await bench.python("open('note.txt').read()"), "'kept'\n");
      failed(await bench.python("input()"), /EOFError/);
    },
  },
  {
    title: "Python: numpy without its wheel is an ImportError that says what to do",
    run: async (bench) => {
      failed(
        await bench.python("import numpy as np"),
        /ModuleNotFoundError: No module named 'numpy': put its wheel beside .*option 'wheels'/,
      );
      wrote(await bench.python("try:\n    import numpy\nexcept ImportError: print('no numpy')"), "no numpy\n");
    },
  },
];
