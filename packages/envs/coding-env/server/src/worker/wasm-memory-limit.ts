/**
 * Caps the memory of a WebAssembly module by rewriting its own declaration, so that the engine itself refuses to grow
 * past it. Nothing else does: V8's `resourceLimits` do not count WebAssembly memory.
 */

const PAGE_BYTES = 65_536;
const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;

/**
 * A copy of a module whose one memory cannot grow past `limitBytes`, rounded down to pages of 64 KiB. The limit is
 * never below what the module starts with.
 *
 * @throws Error when the module declares no memory of its own, or more than one
 */
export function limitMemory(module: Uint8Array, limitBytes: number): Uint8Array<ArrayBuffer> {
  let at = HEADER_BYTES;
  while (at < module.length) {
    const id = module[at];
    const size = readNumber(module, at + 1);
    if (id === MEMORY_SECTION) {
      const section = limitSection(module, size.end, limitBytes);
      return concat([module.subarray(0, at), section, module.subarray(size.end + size.value)]);
    }
    at = size.end + size.value;
  }
  throw new Error("The WebAssembly module declares no memory.");
}

/** The whole new section: id, size, one memory with a maximum. */
function limitSection(module: Uint8Array, start: number, limitBytes: number): Uint8Array {
  const count = readNumber(module, start);
  const flags = readNumber(module, count.end);
  if (count.value !== 1 || flags.value > 1) {
    throw new Error("The WebAssembly module's memory is of a kind that cannot be limited.");
  }
  const initial = readNumber(module, flags.end).value;
  const maximum = Math.max(initial, Math.floor(limitBytes / PAGE_BYTES));
  const body = [1, 1, ...encodeNumber(initial), ...encodeNumber(maximum)];
  return Uint8Array.from([MEMORY_SECTION, ...encodeNumber(body.length), ...body]);
}

/** Reads an unsigned LEB128 number. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  let shift = 1;
  for (let end = start; end < bytes.length; end += 1) {
    const byte = bytes[end] ?? 0;
    value += (byte & 0x7f) * shift;
    if (byte < 0x80) return { value, end: end + 1 };
    shift *= 128;
  }
  throw new Error("The WebAssembly module ends in the middle of a number.");
}

function encodeNumber(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
  } while (rest > 0);
  return bytes;
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
