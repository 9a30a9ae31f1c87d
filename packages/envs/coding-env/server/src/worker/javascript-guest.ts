/**
 * The JavaScript side of the sandbox: `console`, and how a value is shown. It runs inside QuickJS, where nothing of the
 * host exists but the one function `write(stream, text)`, which takes the text as JSON: a plain string would end at a NUL.
 */

/** Source of a function from `write` to `{ show, explain }`. */
export const guestSource: string = String.raw`(function (writeJson) {
  "use strict";
  const { getPrototypeOf, keys } = Object;
  const quote = JSON.stringify;
  const write = (stream, text) => writeJson(stream, quote(text));
  const limits = { depth: 4, items: 100 };
  const simple = /^[A-Za-z_$][\w$]*$/;

  function inspect(value, depth, seen) {
    switch (typeof value) {
      case "string": return depth === 0 ? value : quote(value);
      case "bigint": return value + "n";
      case "symbol": return value.toString();
      case "function": return (/^class\b/.test(Function.prototype.toString.call(value)) ? "[class " : "[Function ")
        + (value.name || "(anonymous)") + "]";
      case "number": return Object.is(value, -0) ? "-0" : String(value);
      case "object": break;
      default: return String(value);
    }
    if (value === null) return "null";
    if (value instanceof Error) return describe(value);
    if (seen.includes(value)) return "[Circular]";
    const inner = (item) => inspect(item, depth + 1, seen.concat([value]));
    if (value instanceof Date) return isNaN(value) ? "Invalid Date" : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (depth > limits.depth) return Array.isArray(value) ? "[Array]" : "[Object]";
    if (Array.isArray(value)) return "[" + list(value, inner, " ") + "]";
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
      return value.constructor.name + "(" + value.length + ") [" + list(value, inner, " ") + "]";
    }
    if (value instanceof Map) {
      return "Map(" + value.size + ") {" + list([...value], (pair) => inner(pair[0]) + " => " + inner(pair[1]), " ") + "}";
    }
    if (value instanceof Set) return "Set(" + value.size + ") {" + list([...value], inner, " ") + "}";
    const prototype = getPrototypeOf(value);
    const name = prototype === null ? "[Object: null prototype]" : prototype.constructor?.name;
    const members = keys(value);
    const text = "{" + list(members, (key) => (simple.test(key) ? key : quote(key)) + ": " + inner(value[key]), " ") + "}";
    return name === undefined || name === "Object" ? text : name + " " + text;
  }

  function list(items, each, space) {
    if (items.length === 0) return "";
    const shown = [];
    for (let index = 0; index < items.length && index < limits.items; index += 1) shown.push(each(items[index]));
    if (items.length > limits.items) shown.push("... " + (items.length - limits.items) + " more");
    return space + shown.join(", ") + space;
  }

  function describe(error) {
    const head = String(error.name ?? "Error") + (error.message ? ": " + error.message : "");
    const stack = typeof error.stack === "string" ? error.stack.trimEnd() : "";
    return stack === "" ? head : head + "\n" + stack;
  }

  function format(values) {
    const rest = [...values];
    if (typeof rest[0] === "string" && rest.length > 1) {
      const first = rest.shift();
      rest.unshift(first.replace(/%[sdifoOj%]/g, (mark) => {
        if (mark === "%%") return "%";
        if (rest.length === 0) return mark;
        const value = rest.shift();
        if (mark === "%d") return String(Number(value));
        if (mark === "%i") return String(Math.trunc(Number(value)));
        if (mark === "%f") return String(Number(value));
        if (mark === "%j") return quote(value);
        return mark === "%s" && typeof value !== "object" ? String(value) : inspect(value, 1, []);
      }));
    }
    return rest.map((value) => inspect(value, 0, [])).join(" ");
  }

  const to = (stream) => (...values) => write(stream, format(values) + "\n");
  const console = { log: to(1), info: to(1), debug: to(1), warn: to(2), error: to(2), trace: to(2), dir: to(1) };
  console.assert = (condition, ...values) => {
    if (!condition) write(2, "Assertion failed" + (values.length > 0 ? ": " + format(values) : "") + "\n");
  };
  console.table = console.log;
  // There is nobody to share memory with.
  delete globalThis.SharedArrayBuffer;
  Object.defineProperty(globalThis, "console", { value: console, writable: true, configurable: true });
  Object.defineProperty(globalThis, "print", { value: console.log, writable: true, configurable: true });
  return {
    show: (value) => { if (value !== undefined) write(1, inspect(value, 1, []) + "\n"); },
    explain: (error) => write(2, "Uncaught " + inspect(error, 1, []) + "\n"),
  };
})`;
