/**
 * A program: a server that does what each action says, good or bad. Prints its URL; ends with its input.
 *
 * `{}` is echoed. `{ never }` is not answered, `{ cut }` cuts the line, `{ close: CODE }` closes, `{ raw: TEXT }` is
 * answered with that text, `{ error: CODE }` with an error frame, `{ bytes: N }` with a reply of that size, `{ quote }`
 * with the text of the message, and `{ tell }` with the number of connections so far and the head of this one's handshake.
 */
import process from "node:process";
import { type FakeConnection, FakeServer } from "../client/fake-server.ts";
import { errorFrame, observation, parse } from "../client/support.ts";

interface Deed {
  readonly never?: boolean;
  readonly cut?: boolean;
  readonly close?: number;
  readonly raw?: string;
  readonly error?: string;
  readonly bytes?: number;
  readonly quote?: boolean;
  readonly tell?: boolean;
}

const server = await FakeServer.start({ message });
process.stdout.write(`${server.url}\n`);
process.stdin.on("end", () => process.exit(0)).resume();

function message(connection: FakeConnection, text: string): void {
  const { type, data = {} } = parse(text);
  if (type === "close") return connection.close(1000);
  if (type === "state") return connection.send({ type: "state", data: { episode_id: "e", step_count: 1 } });
  const deed = data as Deed;
  if (deed.never === true) return;
  if (deed.cut === true) return connection.cut();
  if (deed.close !== undefined) return connection.close(deed.close, "told to");
  if (deed.raw !== undefined) return connection.send(deed.raw);
  if (deed.error !== undefined) return connection.send(errorFrame(deed.error, data));
  if (deed.bytes !== undefined) return connection.send(sized(deed.bytes));
  if (deed.quote === true) return connection.send(observation({ text }));
  if (deed.tell === true) {
    return connection.send(observation({ connections: server.connections.length, head: connection.head }));
  }
  connection.send(observation(data));
}

/** A reply of exactly so many bytes. */
function sized(bytes: number): string {
  const frame = JSON.stringify(observation({ filler: "" }));
  const at = frame.indexOf('""') + 1;
  return frame.slice(0, at) + "x".repeat(bytes - frame.length) + frame.slice(at);
}
