/**
 * `tool-load.ts --port N --way step|mcp --sessions N --warm-up-ms N --measure-ms N [--server-pid N]`: sessions that call one
 * tool, each again when it has its answer: by steps on `/ws`, or by `POST /mcp` on a session that was made there. Prints one
 * line of JSON, a {@link LoadResult}.
 */
import { parseArgs } from "node:util";

import { Measurement } from "./load-result.ts";
import { MESSAGE } from "./step-message.ts";

/** Calls the tool once, and gives what the server said. */
type Call = () => Promise<string>;

const number = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    port: number,
    way: number,
    sessions: number,
    "warm-up-ms": number,
    "measure-ms": number,
    "server-pid": number,
  },
});
const address = `127.0.0.1:${values.port}`;

const open = values.way === "step" ? openSocket : openHttpSession;
const calls: Call[] = [];
for (let count = Number(values.sessions); count > 0; count -= 1) calls.push(await open());
for (const call of calls) checkAnswer(await call());

let measurement: Measurement | undefined;
for (const call of calls) void repeat(call);
await Bun.sleep(Number(values["warm-up-ms"]));
const measured = new Measurement(values["server-pid"]);
measurement = measured;
await Bun.sleep(Number(values["measure-ms"]));
measurement = undefined;
const result = measured.result();

console.log(JSON.stringify(result));
process.exit(0);

async function repeat(call: Call): Promise<never> {
  for (;;) {
    const since = performance.now();
    await call();
    measurement?.latencies.record(performance.now() - since);
  }
}

async function openSocket(): Promise<Call> {
  const socket = new WebSocket(`ws://${address}/ws`);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let answered: ((text: string) => void) | undefined;
  socket.addEventListener("message", ({ data }) => answered?.(String(data)));
  const step = JSON.stringify({
    type: "step",
    data: { type: "call_tool", tool_name: "echo_message", arguments: { message: MESSAGE } },
  });
  return () => {
    return new Promise((resolve) => {
      answered = resolve;
      socket.send(step);
    });
  };
}

async function openHttpSession(): Promise<Call> {
  const made = JSON.parse(await post("openenv/session/create", {})) as { result: { session_id: string } };
  const { session_id } = made.result;
  return () => post("tools/call", { name: "echo_message", arguments: { message: MESSAGE }, session_id });
}

async function post(method: string, params: object): Promise<string> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  return (await fetch(`http://${address}/mcp`, { method: "POST", body, headers })).text();
}

/** @throws Error when the tool was not called, or gave another text */
function checkAnswer(text: string): void {
  if (!text.includes(`"data":"${MESSAGE}"`) && !text.includes(`"data": "${MESSAGE}"`)) {
    throw new Error(`an unexpected answer: ${text}`);
  }
}
