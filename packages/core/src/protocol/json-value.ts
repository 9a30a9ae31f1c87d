/**
 * Turns what an environment puts into a field of unknown type into a value that JSON can hold. Without it
 * `JSON.stringify` would drop functions and turn maps and bytes into nonsense, without a word.
 */
import { SerializationError } from "../errors/local-errors.ts";

/** Levels of arrays and objects inside each other. */
const MAX_DEPTH = 1000;

/**
 * Maps become objects and sets arrays, bytes become base64, dates ISO text; `bigint`, `NaN` and infinities are left for
 * {@link stringifyJson}, which writes them as integers and `null`. Members that are `undefined` are left out.
 *
 * @throws SerializationError naming the place of a function, a symbol or a cycle, or of what is nested over 1000 levels
 *   deep: the functions of JSON would run out of stack somewhere behind that, and so would most peers
 */
export function toJsonValue(value: unknown, path = "value"): unknown {
  return convert(value, path, new Set());
}

/** @param above the objects that hold the value; left as it was found */
function convert(value: unknown, path: string, above: Set<object>): unknown {
  if (typeof value === "function" || typeof value === "symbol") {
    throw new SerializationError(`${path} is a ${typeof value}, which JSON cannot hold.`, { details: { path } });
  }
  if (typeof value !== "object" || value === null) return value;
  if (above.has(value)) {
    throw new SerializationError(`${path} refers back to an object it is part of.`, { details: { path } });
  }
  if (above.size >= MAX_DEPTH) {
    throw new SerializationError(`${path.slice(0, 100)}… is nested more than ${MAX_DEPTH} levels deep.`);
  }
  above.add(value);
  const converted = convertObject(value, path, above);
  above.delete(value);
  return converted;
}

function convertObject(value: object, path: string, inside: Set<object>): unknown {
  if (Array.isArray(value)) return value.map((item, index) => convert(item, `${path}[${index}]`, inside));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return toBase64(value);
  if (value instanceof ArrayBuffer) return toBase64(new Uint8Array(value));
  if (value instanceof DataView) return toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (value instanceof Set) return Array.from(value, (item, index) => convert(item, `${path}[${index}]`, inside));
  if ("toJSON" in value && typeof value.toJSON === "function") return convert(value.toJSON(), path, inside);
  const entries = value instanceof Map ? value : Object.entries(value);
  return convertMembers(entries, path, inside);
}

function convertMembers(entries: Iterable<[unknown, unknown]>, path: string, inside: Set<object>): unknown {
  const result: Record<string, unknown> = {};
  for (const [key, member] of entries) {
    if (member === undefined) continue;
    // Not an assignment: a member may be called __proto__.
    Object.defineProperty(result, String(key), {
      value: convert(member, `${path}.${String(key)}`, inside),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result;
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(binary);
}
