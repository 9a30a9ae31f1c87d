/**
 * Ten small programming tasks, each with what a scripted agent tries: its first attempt is often wrong, as a model's is.
 */

export interface Task {
  readonly name: string;
  readonly language: "python" | "javascript";
  /** Code that runs after an attempt; `True` or `true` as its last value means solved. */
  readonly check: string;
  /** What the agent sends, one after the other, until the check passes. */
  readonly attempts: readonly string[];
}

export const tasks: readonly Task[] = [
  {
    name: "add",
    language: "python",
    check: "add(2, 3) == 5",
    attempts: ["def add(a, b): return a + b"],
  },
  {
    name: "factorial",
    language: "python",
    check: "[factorial(n) for n in (0, 1, 5)] == [1, 1, 120]",
    attempts: [
      "def factorial(n): return n * factorial(n - 1)",
      "def factorial(n): return 1 if n < 2 else n * factorial(n - 1)",
    ],
  },
  {
    name: "primes",
    language: "python",
    check: "primes(20) == [2, 3, 5, 7, 11, 13, 17, 19]",
    attempts: ["def primes(n): return [p for p in range(2, n) if all(p % d for d in range(2, p))]"],
  },
  {
    name: "palindrome",
    language: "python",
    check: "palindrome('Never odd or even') and not palindrome('agent')",
    attempts: [
      "def palindrome(text): return text == text[::-1]",
      "def palindrome(text):\n    letters = [c.lower() for c in text if c.isalpha()]\n    return letters == letters[::-1]",
    ],
  },
  {
    name: "word count",
    language: "python",
    check: "count('a b a') == {'a': 2, 'b': 1}",
    attempts: ["from collections import Counter\ndef count(text): return dict(Counter(text.split()))"],
  },
  {
    name: "fibonacci",
    language: "python",
    check: "fib(90) == 2880067194370816120",
    attempts: [
      "def fib(n) return n",
      "from functools import cache\n@cache\ndef fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)",
    ],
  },
  {
    name: "anagrams",
    language: "python",
    check: "anagrams(['tea', 'eat', 'tan']) == [['eat', 'tea'], ['tan']]",
    attempts: [
      "def anagrams(words):\n    groups = {}\n    for word in words: groups.setdefault(''.join(sorted(word)), []).append(word)\n    return sorted(sorted(group) for group in groups.values())",
    ],
  },
  {
    name: "median",
    language: "python",
    check: "median([3, 1, 2]) == 2 and median([4, 1, 3, 2]) == 2.5",
    attempts: ["import statistics\ndef median(values): return statistics.median(values)"],
  },
  {
    name: "flatten",
    language: "javascript",
    check: "JSON.stringify(flatten([1, [2, [3, []]]])) === '[1,2,3]'",
    attempts: [
      "function flatten(list) { return list.flat() }",
      "function flatten(list) { return list.flat(Infinity) }",
    ],
  },
  {
    name: "roman",
    language: "javascript",
    check: "[4, 9, 14, 1994].map(roman).join() === 'IV,IX,XIV,MCMXCIV'",
    attempts: [
      "const marks = [['M', 1000], ['CM', 900], ['D', 500], ['CD', 400], ['C', 100], ['XC', 90], ['L', 50], ['XL', 40], ['X', 10], ['IX', 9], ['V', 5], ['IV', 4], ['I', 1]];\nfunction roman(n) { return marks.reduce((text, [mark, value]) => { while (n >= value) { text += mark; n -= value } return text }, '') }",
    ],
  },
];
