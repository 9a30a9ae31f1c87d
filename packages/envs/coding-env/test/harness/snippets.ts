/** Random Python programs that end soon and print what they reach: the same from the same seed. */

/** mulberry32: numbers in [0, 1). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One program. Its names carry `tag`, so that programs can share a namespace. Some of them fail on purpose. */
export function snippet(tag: string, random: () => number): string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const int = (most: number): number => Math.floor(random() * (2 * most + 1)) - most;
  const name = (letter: string): string => `${letter}_${tag}`;
  const [a, b, c, f, k] = ["a", "b", "c", "f", "k"].map(name) as [string, string, string, string, string];

  const text = (): string => pick(["'ab c'", "'Ünï'", "'世界🙂'", "'x,y,,z'", "''", "'%d'", "'MiXed'"]);
  const number = (): string =>
    pick([String(int(9)), String(int(10 ** 6)), String(int(99) / 8), "10**20", "1e300", "0.1", "-0.0"]);
  const operator = (): string => pick(["+", "-", "*", "/", "//", "%", "**2 +", "<", "==", ">=", "and", "or"]);
  const expression = (depth: number): string => {
    if (depth === 0) return pick([a, b, number(), number()]);
    return pick([
      () => `(${expression(depth - 1)} ${operator()} ${expression(depth - 1)})`,
      () => `abs(${expression(depth - 1)})`,
      () => `(${expression(depth - 1)} if ${expression(depth - 1)} else ${number()})`,
      () => `round(${expression(depth - 1)}, ${int(3)})`,
      () => `divmod(${expression(depth - 1)}, ${number()})[${int(1)}]`,
      () => `int(${expression(depth - 1)})`,
    ])();
  };
  const list = (): string =>
    `[${Array.from({ length: 1 + Math.floor(random() * 5) }, () => String(int(20))).join(", ")}]`;

  const bodies: readonly (() => string)[] = [
    () => `print(${expression(3)})`,
    () => expression(3),
    () =>
      `${c} = ${list()}\nprint(sorted(${c}, reverse=${pick(["True", "False"])}), sum(${c}), max(${c}), ${c}[${int(5)}])`,
    () => `{${k}: ${k} * ${k} % 7 for ${k} in range(${Math.abs(int(12))}) if ${k} % ${pick([1, 2, 3, 0])} == 0}`,
    () => `${c} = ${text()}\n[${c}.upper(), ${c}.split(','), len(${c}), ${c}[::-1], ${c}.encode().hex(), ${c}.title()]`,
    () =>
      `f'{${expression(1)}:>${12 + Math.abs(int(6))}}|{${text()}!r:^10}|{${Math.abs(int(10 ** 6))}:,x}'.replace(',x', '')`,
    () => `f'{${expression(2)}:${pick([".3f", ".2e", "g", "10.1f", "+.0f", "d", "08.3f"])}}'`,
    () => `def ${f}(n):\n    return n if n < 2 else ${f}(n - 1) + ${f}(n - 2)\nprint(${f}(${Math.abs(int(15))}))`,
    () =>
      `for ${k} in range(${Math.abs(int(6))}):\n    if ${k} == ${Math.abs(int(6))}: break\n    print(${k}, end=' ')\nelse:\n    print('done')`,
    () =>
      `try:\n    print(${expression(2)})\nexcept ${pick(["ZeroDivisionError", "ArithmeticError", "TypeError", "Exception"])} as e:\n    print(type(e).__name__)\nfinally:\n    print('end')`,
    () =>
      `import math\nprint(math.${pick(["sqrt", "floor", "isqrt", "log", "factorial", "degrees"])}(${expression(1)}))`,
    () =>
      `import json\njson.loads(json.dumps({'a': ${list()}, 'b': ${text()}, 'c': [${number()}, None, True]}, sort_keys=True))`,
    () =>
      `import re\nre.${pick(["findall", "split"])}(r'${pick(["\\\\d+", "[a-z]", "\\\\W", "(.)(.)"])}', ${text()} + str(${a}))`.replaceAll(
        "\\\\",
        "\\",
      ),
    () =>
      `import random\nrandom.seed(${int(999)})\n[random.randint(0, 99), round(random.random(), 12), random.choice('abc'), random.sample(range(50), 3)]`,
    () => `import itertools\nlist(itertools.${pick(["permutations", "combinations"])}(${list()}, 2))[:6]`,
    () => `import collections\ncollections.Counter(${text()} + 'aab').most_common(2)`,
    () => `import statistics\nstatistics.${pick(["mean", "median", "pstdev", "stdev"])}(${list()})`,
    () =>
      `import datetime\nstr(datetime.datetime(2024, ${1 + Math.abs(int(12))}, ${1 + Math.abs(int(30))}) + datetime.timedelta(days=${int(999)}))`,
    () =>
      `import fractions, decimal\nprint(fractions.Fraction(${int(99)}, ${int(9)}), decimal.Decimal('${int(999) / 8}') / 3)`,
    () =>
      `class C_${tag}:\n    def __init__(self, v): self.v = v\n    def __repr__(self): return f'C({self.v})'\n    def __lt__(self, o): return self.v < o.v\nsorted(C_${tag}(v) for v in ${list()})`,
    () =>
      `def ${f}(*args, ${k}=${number()}, **kw):\n    yield from args\n    yield ${k}\n    yield sorted(kw)\nlist(${f}(${a}, ${b}, ${pick(["", `${k}=1, `])}z=2, y=3))`,
    () => `match ${list()}:\n    case [x]: print('one', x)\n    case [x, y, *rest]: print('more', x, y, rest)`,
    () => `${c} = ${list()}\n${c}[${int(3)}:${int(6)}] = ${list()}\nprint(${c}, ${c}[::${pick([-1, 2, 3])}])`,
    () => `bytes(range(${Math.abs(int(20))})).hex(), bytes.fromhex('${Math.abs(int(99))}')`,
    () => `print(${pick([a, "undefined_name", b])} ${operator()} ${pick([text(), number(), "None", list()])})`,
    () => `assert ${expression(1)}, 'no'`,
    () => `x = = ${int(3)}`,
  ];
  return `${a} = ${number()}\n${b} = ${number()}\n${pick(bodies)()}`;
}
