/** What stops code that takes too much. */
import { equal, match, ok } from "node:assert/strict";
import { type CodingCase, failed, STEP_TIMEOUT_MS, wrote } from "./coding-case.ts";

export const limitCases: readonly CodingCase[] = [
  {
    title: "memory: a 500 MB bytearray is a MemoryError, and the session survives",
    run: async (bench) => {
      wrote(await bench.python("before_memory = 1"), "");
      failed(await bench.python("big = bytearray(500_000_000)"), /MemoryError\n$/);
      failed(await bench.python("big = []\nwhile True: big.append(' ' * 1_000_000 + str(len(big)))"), /MemoryError\n$/);
      wrote(await bench.python("big = None\nbefore_memory"), "1\n");
    },
  },
  {
    title: "memory: files count too, and space comes back when they are deleted",
    run: async (bench) => {
      wrote(await bench.python("_ = open('a.bin', 'wb').write(bytes(50_000_000))"), "");
      failed(await bench.python("_ = open('b.bin', 'wb').write(bytes(40_000_000))"), /OSError: .*No space left/);
      failed(await bench.python("open('c.bin', 'wb').truncate(2_000_000_000)"), /OSError: .*No space left/);
      wrote(await bench.python("import os\nos.remove('a.bin')\n_ = open('b.bin', 'wb').write(bytes(40_000_000))"), "");
      wrote(await bench.python("os.remove('b.bin'); os.remove('c.bin')"), "");
    },
  },
  {
    title: "recursion is a RecursionError",
    run: async (bench) => {
      failed(await bench.python("def deep(n): return deep(n + 1)\ndeep(0)"), /RecursionError/);
      failed(
        await bench.python("class C:\n    def __eq__(self, other): return [self] == [other]\nC() == C()"),
        /RecursionError/,
      );
    },
  },
  {
    title: "recursion inside the interpreter is one too, or costs the variables and says so",
    run: async (bench) => {
      await using session = await bench.session();
      const view = await bench.python("a = []\nfor _ in range(200_000): a = [a]\nrepr(a)", session);
      // How much stack there is below Python differs between runtimes.
      if (view.exit_code === 1) failed(view, /RecursionError: Stack overflow/);
      else failed(view, /^The interpreter crashed: .*recursed too deeply.* A fresh interpreter takes its place/, 137);
      wrote(await bench.python("1 + 1", session), "2\n");
    },
  },
  {
    title: "time: endless loops end with exit code 124 and a fresh interpreter, also those that no exception reaches",
    run: async (bench) => {
      const sessions = await Promise.all([bench.session(), bench.session(), bench.session(), bench.session()]);
      const [plain, catching, inC, javascript] = sessions;
      try {
        wrote(await bench.python("gone = 1", plain), "");
        const began = performance.now();
        const views = await Promise.all([
          bench.python("print('first')\nprint('second')\nwhile True: pass", plain),
          bench.python("while True:\n    try:\n        while True: pass\n    except BaseException: pass", catching),
          bench.python("import itertools\nany(x for x in map(int, itertools.repeat(0)))", inC),
          bench.javascript("for (;;) try { for (;;); } catch {}", javascript),
        ]);
        ok(performance.now() - began >= STEP_TIMEOUT_MS - 50);
        for (const view of views) {
          failed(
            view,
            /^Timeout: the code ran for longer than .* s and was stopped\. A fresh interpreter takes its place/,
            124,
          );
        }
        equal(views[0].stdout, "first\nsecond\n");
        equal((await sessions[0].state()).last_exit_code, 124);
        failed(await bench.python("gone", plain), /NameError: name 'gone' is not defined/);
        for (const session of sessions) wrote(await bench.python("'again'", session), "'again'\n");
      } finally {
        await Promise.all(sessions.map((session) => session.close()));
      }
    },
  },
  {
    title: "the end of an interpreter by its own code is told, with its exit code",
    run: async (bench) => {
      await using session = await bench.session();
      const view = await bench.python("import os\nprint('bye')\nos._exit(4)", session);
      equal(view.stdout, "bye\n");
      failed(view, /^The code ended the interpreter\. A fresh interpreter takes its place/, 4);
      failed(await bench.python("import os\nos.abort()", session), /^The code aborted the interpreter/, 137);
      wrote(await bench.python("'again'", session), "'again'\n");
      match((await bench.python("1/0", session)).stderr, /ZeroDivisionError/);
    },
  },
];
