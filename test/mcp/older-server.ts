/**
 * A stand-in for a server of openenv 0.3.2, which no registry has any more: it says what such a server says, as PROTOCOL
 * §12.1 and §3.4 describe it, and holds the tools of the kit's `tools`. It is no environment; it shows our clients the
 * spellings and gaps of the older wire:
 *
 * - no metadata in observations, and none beside them;
 * - `session_id` in the query is not looked at: every socket has a session of its own;
 * - tools are listed with `input_schema`; a listing by a step may lack a description;
 * - `tools/call` leaves `data` null for what is no object, so that the value stands in the structured content or the text;
 * - no task routes, no `reset_observation` in `/schema`, and no `/ws/resume`.
 */

interface Session {
  steps: number;
  episode: string | null;
  count: number;
}

type Args = Readonly<Record<string, unknown>>;

const TOOLS = ["add", "describe", "bump", "fail"].map((name) => ({
  name,
  title: null,
  description: name === "fail" ? null : `The tool ${name}.`,
  input_schema: { type: "object", properties: {} },
  output_schema: null,
  icons: null,
  annotations: null,
  meta: null,
}));

/** A running stand-in. */
export interface OlderServer extends AsyncDisposable {
  readonly url: string;
  /** Frames that sockets have sent. */
  readonly frames: string[];
}

export function startOlderServer(): OlderServer {
  const frames: string[] = [];
  const sessions = new WeakMap<object, Session>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request, upgrader) {
      const { pathname } = new URL(request.url);
      if (pathname === "/ws" && upgrader.upgrade(request)) return undefined;
      if (request.headers.get("upgrade") !== null) return new Response(null, { status: 403 });
      if (pathname === "/health") return Response.json({ status: "healthy" });
      return Response.json({ detail: "Not Found" }, { status: 404 });
    },
    websocket: {
      open: (socket) => void sessions.set(socket, { steps: 0, episode: null, count: 0 }),
      message(socket, text) {
        frames.push(String(text));
        const message = JSON.parse(String(text)) as { type: string; data?: Args };
        if (message.type === "close") socket.close(1000);
        else socket.send(JSON.stringify(answer(message, sessions.get(socket) as Session)));
      },
    },
  });
  const stop = async (): Promise<void> => server.stop(true);
  return { url: `http://127.0.0.1:${server.port}`, frames, [Symbol.asyncDispose]: stop };
}

function answer({ type, data = {} }: { type: string; data?: Args }, session: Session): object {
  switch (type) {
    case "reset":
      Object.assign(session, { steps: 0, count: 0, episode: data["episode_id"] ?? "generated" });
      return observation({});
    case "state":
      return { type: "state", data: { episode_id: session.episode, step_count: session.steps } };
    case "mcp":
      return { type: "mcp", data: answerRpc(data, session) };
    default:
      session.steps += 1;
      return data["type"] === "list_tools" ? listing() : byStep(data, session);
  }
}

function observation(fields: object): object {
  return { type: "observation", data: { observation: fields, reward: null, done: false } };
}

function listing(): object {
  const tools = TOOLS.map(({ name, description, input_schema }) => ({
    name,
    description: description ?? "",
    input_schema,
  }));
  return observation({ tools });
}

function byStep(action: Args, session: Session): object {
  const { tool_name: name, arguments: args = {} } = action as { tool_name: string; arguments?: Args };
  const outcome = call(name, args, session);
  if ("error" in outcome) {
    const error_type = TOOLS.some((tool) => tool.name === name) ? "execution_error" : "tool_not_found";
    return observation({ tool_name: name, result: null, error: { error_type, message: outcome.error } });
  }
  return observation({ tool_name: name, result: resultOf(outcome.value), error: null });
}

function answerRpc(request: Args, session: Session): object {
  const { id, method, params = {} } = request as { id: unknown; method: string; params?: Args };
  const frame = { jsonrpc: "2.0", id };
  if (method === "tools/list") return { ...frame, result: { tools: TOOLS } };
  if (method === "openenv/session/create") return { ...frame, result: { session_id: "the-socket's-own" } };
  if (method !== "tools/call") return { ...frame, error: { code: -32_601, message: "Method not found", data: null } };
  const outcome = call(String(params["name"]), (params["arguments"] ?? {}) as Args, session);
  if ("error" in outcome) return { ...frame, error: { code: -32_603, message: outcome.error, data: null } };
  return { ...frame, result: resultOf(outcome.value) };
}

function call(name: string, args: Args, session: Session): { readonly value: unknown } | { readonly error: string } {
  switch (name) {
    case "add":
      return { value: Number(args["a"]) + Number(args["b"]) };
    case "describe":
      return { value: { subject: args["subject"], style: "short", letters: String(args["subject"]).length } };
    case "bump":
      session.count += Number(args["by"] ?? 1);
      return { value: session.count };
    case "fail":
      return { error: "tool failed: on request" };
    default:
      return { error: `Unknown tool: ${name}` };
  }
}

/** Without an output schema the older FastMCP told a value that is no object by its text alone. */
function resultOf(value: unknown): object {
  const isObject = typeof value === "object";
  const text = isObject ? JSON.stringify(value) : `${value as number}`;
  return {
    content: [{ type: "text", text, annotations: null, meta: null }],
    structured_content: isObject ? value : null,
    meta: null,
    data: isObject ? value : null,
    is_error: false,
  };
}
