/** Plays a recording to a server, and says where its answers differ. */
import { parseJson } from "@openenv/core/protocol";
import { type Answer, RawSocket } from "./raw-socket.ts";
import { differences, type Exchange, type Line, type Transcript } from "./recording.ts";

/** The differences of the first answer that has some, as `line 4: data.code: …`: later ones may follow from it. */
export async function replay({ path, lines }: Transcript, url: string): Promise<string[]> {
  const sockets = new Map<string, RawSocket>();
  try {
    for (const [index, line] of lines.entries()) {
      const name = line.conn ?? "";
      const socket = sockets.get(name) ?? (await RawSocket.open(url, path));
      sockets.set(name, socket);
      if (line.dir === "c2s") {
        if (line.close === undefined) socket.send(textOf(line.frame));
        continue;
      }
      const found = compare(line, await socket.receive());
      if (found.length > 0) return found.map((difference) => `line ${index + 1}: ${difference}`);
    }
  } finally {
    await Promise.all([...sockets.values()].map((socket) => socket[Symbol.asyncDispose]()));
  }
  return [];
}

/** Makes recorded requests again, and gives all differences of the responses, as `GET /metadata: name: …`. */
export async function replayExchanges(exchanges: readonly Exchange[], url: string): Promise<string[]> {
  const found: string[] = [];
  let session = "";
  for (const { request, response } of exchanges) {
    const { method, path } = request;
    // Requests name the session that was made last.
    const answer = await makeRequest(request, url, session);
    session = sessionOf(answer.body) ?? session;
    const status = differences({ status: response.status }, { status: answer.status });
    const body = "body" in response ? differences(parsed(response.body), answer.body) : [];
    found.push(...(status.length > 0 ? status : body).map((difference) => `${method} ${path}: ${difference}`));
  }
  return found;
}

async function makeRequest(
  { method, path, content_type: type, body }: Exchange["request"],
  url: string,
  session: string,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(url + path, {
    method,
    // The original closes a connection after a 500 without a word.
    keepalive: false,
    ...(type !== undefined && { headers: { "content-type": type }, body: textOf(body).replace("<uuid>", session) }),
  });
  return { status: response.status, body: readBody(await response.text()) };
}

function sessionOf(body: unknown): string | undefined {
  return (body as { result?: { session_id?: string } } | null)?.result?.session_id;
}

function readBody(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function compare(line: Line, answer: Answer): string[] {
  if ("close" in answer) return line.close === answer.close ? [] : [`closed with ${answer.close}`];
  if (line.close !== undefined) return [`${answer.text} instead of a close`];
  return differences(parsed(line.frame), parseJson(answer.text));
}

/** A string stands for raw text: it has integers that `JSON.parse` would round. */
function parsed(recorded: unknown): unknown {
  return typeof recorded === "string" ? parseJson(recorded) : recorded;
}

function textOf(recorded: unknown): string {
  return typeof recorded === "string" ? recorded : JSON.stringify(recorded);
}
