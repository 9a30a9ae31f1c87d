/**
 * Limits what an interpreter's file system in memory holds: its files live outside WebAssembly memory, so the limit
 * there does not count them.
 */

const NO_SPACE = 51; // ENOSPC, as Emscripten counts
const MAX_NODES = 50_000;

/** A file holds bytes, a folder its nodes by name. */
interface FileNode {
  readonly contents?: ArrayBufferView | Readonly<Record<string, FileNode>> | null;
}

/** The parts of Emscripten's file system that are needed here. */
export interface GuestFiles {
  readonly root: FileNode;
  readonly streams: readonly ({ readonly node?: FileNode } | null | undefined)[];
  readonly ErrnoError: new (code: number) => Error;
  readonly filesystems: {
    readonly MEMFS: {
      createNode: (...values: readonly unknown[]) => FileNode;
      readonly ops_table: {
        readonly file: {
          readonly stream: { write: (...values: WriteArguments) => number };
          readonly node: { setattr: (node: FileNode, change: { readonly size?: number }) => void };
        };
      };
    };
  };
}

type WriteArguments = [
  stream: { readonly node: FileNode },
  buffer: unknown,
  offset: number,
  length: number,
  position: number,
  canOwn?: boolean,
];

/** From now on, files beyond `limitBytes` over what is there, and a great many files, fail with ENOSPC. */
export function limitFiles(files: GuestFiles, limitBytes: number): void {
  const memory = files.filesystems.MEMFS;
  const { stream, node } = memory.ops_table.file;
  const { createNode } = memory;
  const { write } = stream;
  const { setattr } = node;
  const atStart = count(files);
  // Counted upwards only; when a limit is reached, what is really there is counted anew.
  let used = atStart;

  const claim = (bytes: number, nodes: number): void => {
    const fits = (): boolean =>
      used.bytes + bytes <= atStart.bytes + limitBytes && used.nodes + nodes <= atStart.nodes + MAX_NODES;
    if (!fits()) used = count(files);
    if (!fits()) throw new files.ErrnoError(NO_SPACE);
    used = { bytes: used.bytes + bytes, nodes: used.nodes + nodes };
  };

  memory.createNode = (...values) => {
    claim(0, 1);
    return createNode.call(memory, ...values);
  };
  stream.write = (...values) => {
    const [{ node: file }, , , length, position] = values;
    claim(Math.max(0, position + length - sizeOf(file)), 0);
    return write.apply(stream, values);
  };
  node.setattr = (file, change) => {
    if (change.size !== undefined) claim(Math.max(0, change.size - sizeOf(file)), 0);
    setattr.call(node, file, change);
  };
}

/** All files that can be reached, those that are open but deleted included. */
function count(files: GuestFiles): { readonly bytes: number; readonly nodes: number } {
  const seen = new Set<FileNode>();
  const waiting = [files.root];
  for (const stream of files.streams) if (stream?.node !== undefined) waiting.push(stream.node);
  let bytes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const { contents } = next;
    if (ArrayBuffer.isView(contents)) bytes += contents.byteLength;
    else if (typeof contents === "object" && contents !== null) waiting.push(...Object.values(contents));
  }
  return { bytes, nodes: seen.size };
}

function sizeOf(node: FileNode): number {
  return ArrayBuffer.isView(node.contents) ? node.contents.byteLength : 0;
}
