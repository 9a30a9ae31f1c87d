/**
 * Where our servers differ from the original on purpose, and why. A test sends every example to both and fails when an
 * answer is no longer the one that stands here, so the list can only hold what is so. Whatever differs and is not
 * explained here is a bug.
 */
import { type Disagreement, isObject } from "./frames/disagreement.ts";
import type { Frame } from "./frames/frame.ts";
import { dataOf, holds, isBigInteger, isInArguments, isLax, isNotFinite, isNumeric, isSeed } from "./frames/traits.ts";
import type { TwinName } from "./twins.ts";

export interface KnownDifference {
  readonly id: string;
  readonly reason: string;
  /** Section of docs/protocol.md. */
  readonly source: string;
  /** Whether a disagreement over a random message is this one. */
  readonly explains: (disagreement: Disagreement) => boolean;
  readonly examples: readonly Example[];
}

/** A message to a fresh session, and both answers as frames/outcome.ts writes them. */
export type Example = readonly [env: TwinName, frame: Frame, python: string, ours: string];

const step = (data: string): string => `{"type":"step","data":${data}}`;
const reset = (data: string): string => `{"type":"reset","data":${data}}`;
const mcp = (data: string): string => `{"type":"mcp","data":${data}}`;
const bytes = (...values: readonly number[]): Frame => new Uint8Array(values);
const rich = (fields: string): string => step(`{"mode":"plain","point":{"x":1},${fields}}`);

const READY =
  'observation {"done":false,"observation":{"echoed_message":"ready","message_length":0,"metadata":{}},"reward":0}';
const FRESH = 'state {"episode_id":null,"step_count":0}';

/** The answer of `counter` to a first step, or to a reset (`reward` null). */
const counted = (history: readonly number[], reward: number | null): string =>
  `observation {"done":false,"observation":{"history":[${history.join(",")}],"metadata":{},"value":${history.at(-1)}},` +
  `"reward":${reward}}`;

export const knownDifferences: readonly KnownDifference[] = [
  {
    id: "not-an-object",
    reason: "JSON that is no object is one wrong message; it does not end the session.",
    source: "§9.1 row 2",
    explains: ({ message, python }) =>
      message !== undefined && (!isObject(message) || Array.isArray(message)) && python.code === "SESSION_ERROR",
    examples: ["[1]", "5", "null", '"state"'].map((frame): Example => [
      "echo",
      frame,
      "error SESSION_ERROR",
      "error VALIDATION_ERROR dict_type@",
    ]),
  },
  {
    id: "binary",
    reason: "A binary message of UTF-8 is read as text, any other is one wrong message; neither ends the session.",
    source: "§9.1 row 2",
    explains: ({ frame, python }) => typeof frame !== "string" && python.code === "SESSION_ERROR",
    examples: [
      ["echo", bytes(...new TextEncoder().encode('{"type":"state"}')), "error SESSION_ERROR", FRESH],
      ["echo", bytes(0, 1), "error SESSION_ERROR", "error INVALID_JSON"],
      ["echo", bytes(0xff), "error SESSION_ERROR", "error INVALID_JSON"],
    ],
  },
  {
    id: "not-json",
    reason: "NaN and Infinity are not JSON. Python reads them, JSON.parse does not.",
    source: "§10.1",
    explains: ({ frame, ours }) =>
      typeof frame === "string" && /NaN|Infinity/.test(frame) && ours.code === "INVALID_JSON",
    examples: [
      ["echo", reset('{"other":NaN}'), READY, "error INVALID_JSON"],
      ["echo", step('{"message":-Infinity}'), "error VALIDATION_ERROR string_type@message", "error INVALID_JSON"],
    ],
  },
  {
    id: "lone-surrogate",
    reason: "A lone surrogate cannot be sent to Python. It becomes U+FFFD, where the original fails to reply.",
    source: "§10.3",
    explains: ({ frame }) => typeof frame === "string" && /\\ud[89a-f]/.test(frame),
    examples: [
      [
        "echo",
        step('{"message":"\\ud800"}'),
        "error EXECUTION_ERROR",
        'observation {"done":false,"observation":{"echoed_message":"\ufffd","message_length":1,"metadata":{}},"reward":0.1}',
      ],
      [
        "echo",
        '{"type":"state","extra":"\\ud800"}',
        "error SESSION_ERROR",
        "error VALIDATION_ERROR extra_forbidden@extra",
      ],
      ["echo", '{"type":"\\ud800"}', "error EXECUTION_ERROR", "error UNKNOWN_TYPE"],
    ],
  },
  {
    id: "seed",
    reason: "A seed is a whole number here as over HTTP, coerced alike; the original passes on whatever it is.",
    source: "§2.4, §1.3",
    explains: (disagreement) => {
      const data = dataOf(disagreement, "reset");
      return data !== undefined && !isSeed(data["seed"]);
    },
    examples: [
      ["echo", reset('{"seed":"many"}'), READY, "error VALIDATION_ERROR int_parsing@seed"],
      ["echo", reset('{"seed":1.5}'), READY, "error VALIDATION_ERROR int_from_float@seed"],
      ["counter", reset('{"seed":"7"}'), "error EXECUTION_ERROR", counted([2], null)],
    ],
  },
  {
    id: "reset-parameters",
    reason:
      "Reset parameters have the types of the schema; in the kit's environments they are what Python makes of them.",
    source: "§2.7",
    explains: (disagreement) => {
      const data = dataOf(disagreement, "reset");
      return data !== undefined && ("start" in data || "fail" in data);
    },
    examples: [
      [
        "counter",
        reset('{"start":"many"}'),
        "error VALIDATION_ERROR int_parsing@value",
        "error VALIDATION_ERROR float_parsing@start",
      ],
      ["faulty", reset('{"fail":"yes"}'), "error EXECUTION_ERROR", "error VALIDATION_ERROR bool_parsing@fail"],
    ],
  },
  {
    id: "big-integer",
    reason: "An integer beyond ±(2^53 − 1) is refused where the schema has no bigint: it would be rounded.",
    source: "§10.1",
    explains: (disagreement) =>
      (isNumeric(disagreement) && holds(disagreement.issue?.value, isBigInteger)) ||
      isInArguments(disagreement, isBigInteger) ||
      (disagreement.python.text.startsWith("mcp ") && holds(dataOf(disagreement, "mcp")?.["id"], isBigInteger)),
    examples: [
      [
        "counter",
        step('{"delta":9007199254740993}'),
        "error VALIDATION_ERROR less_than_equal@delta",
        "error VALIDATION_ERROR int_parsing_size@delta",
      ],
      [
        "rich",
        rich('"color":"pink","weights":{"a":9007199254740993},"grid":[[9007199254740993]]'),
        "error VALIDATION_ERROR enum@color",
        "error VALIDATION_ERROR enum@color float_type@weights.a int_parsing_size@grid.0.0",
      ],
      [
        "echo",
        mcp('{"jsonrpc":"2.0","method":"nope","id":9007199254740993}'),
        "mcp error -32601 id 9007199254740993",
        "mcp error -32600 id null",
      ],
    ],
  },
  {
    id: "not-finite",
    reason: "1e400 is more than a number holds. Python takes infinity, and sends null back.",
    source: "§10.1",
    explains: (disagreement) => isNumeric(disagreement) && holds(disagreement.issue?.value, isNotFinite),
    examples: [
      [
        "rich",
        rich('"color":"pink","weights":{"a":1e400}'),
        "error VALIDATION_ERROR enum@color",
        "error VALIDATION_ERROR enum@color finite_number@weights.a",
      ],
    ],
  },
  {
    id: "lax-action",
    reason:
      "The fields of an action are what the schema says. Pydantic also takes a number for a text that reads like one.",
    source: "§10.1",
    explains: (disagreement) =>
      (isNumeric(disagreement) && holds(disagreement.issue?.value, isLax)) || isInArguments(disagreement, isLax),
    examples: [
      ["counter", step('{"delta":"5"}'), counted([0, 5], 5), "error VALIDATION_ERROR int_parsing@delta"],
      ["counter", step('{"delta":true}'), counted([0, 1], 1), "error VALIDATION_ERROR int_type@delta"],
      [
        "rich",
        rich('"color":"pink","weights":{"a":"1.5"}'),
        "error VALIDATION_ERROR enum@color",
        "error VALIDATION_ERROR enum@color float_parsing@weights.a",
      ],
    ],
  },
  {
    id: "proto-key",
    reason: "zod does not see a key of that name in a map.",
    source: "§10.2",
    explains: ({ frame, issue }) => issue === undefined && typeof frame === "string" && frame.includes('"__proto__"'),
    examples: [
      [
        "echo",
        step('{"message":"","metadata":{"__proto__":1}}'),
        'observation {"done":false,"metadata":{"seen":{"__proto__":1}},"observation":{"echoed_message":"",' +
          '"message_length":0,"metadata":{"seen":{"__proto__":1}}},"reward":0}',
        'observation {"done":false,"observation":{"echoed_message":"","message_length":0,"metadata":{}},"reward":0}',
      ],
    ],
  },
  {
    id: "type-of-tool-action",
    reason: "A type that is a list or an object is a wrong type; the original fails to look it up.",
    source: "§2.4",
    explains: (disagreement) =>
      disagreement.python.code === "EXECUTION_ERROR" && isObject(dataOf(disagreement, "step")?.["type"]),
    examples: [
      [
        "tools",
        step('{"type":[],"tool_name":"bump"}'),
        "error EXECUTION_ERROR",
        "error VALIDATION_ERROR literal_error@type",
      ],
    ],
  },
  {
    id: "own-observation",
    reason: "An observation that does not fit is the environment's mistake and not the caller's.",
    source: "§9.1 row 13",
    explains: (disagreement) =>
      disagreement.ours.code === "EXECUTION_ERROR" && dataOf(disagreement, "step")?.["command"] === "bad_observation",
    examples: [
      [
        "faulty",
        step('{"command":"bad_observation"}'),
        "error VALIDATION_ERROR string_type@result",
        "error EXECUTION_ERROR",
      ],
    ],
  },
  {
    id: "rpc-id",
    reason:
      "The answer to a wrong JSON-RPC request has its id where one can be read; parameters that are null are none.",
    source: "§9.1 row 19",
    explains: (disagreement) =>
      disagreement.python.text === "mcp error -32600 id null" &&
      (disagreement.ours.text.startsWith("mcp error -32600") || dataOf(disagreement, "mcp")?.["params"] === null),
    examples: [
      [
        "echo",
        mcp('{"jsonrpc":"1.0","method":"nope","id":"a"}'),
        "mcp error -32600 id null",
        'mcp error -32600 id "a"',
      ],
      [
        "echo",
        mcp('{"jsonrpc":"2.0","method":"nope","id":1,"params":null}'),
        "mcp error -32600 id null",
        "mcp error -32601 id 1",
      ],
    ],
  },
];

/** What differs in a recording (recordings.test.ts). */
export interface RecordedDifference {
  readonly found: string;
  readonly reason: string;
}

const ownName = (env: TwinName, className: string): RecordedDifference => ({
  found: `GET /metadata: name: "${env}" instead of "${className}"`,
  reason: "the name on /metadata is the manifest's, as on /list_environments; the original has the class's (§1.6)",
});

const toolMeta = (prefix: string): RecordedDifference[] =>
  [0, 1, 2, 3].map((index) => ({
    found: `${prefix}result.tools.${index}.meta: null instead of { fastmcp: { tags: [], }, }`,
    reason: "what FastMCP says of itself; Python's client does not read it (§3.4)",
  }));

const brokenTitle = (part: string, model: string): RecordedDifference => ({
  found: `GET /schema: ${part}.title: "Broken${model}" instead of "Echo${model}"`,
  reason: "the kit uses the models of echo; ours are named after the environment",
});

/** By recording: all that differs, in this order. */
export const recordedDifferences: Readonly<Record<string, readonly RecordedDifference[]>> = {
  "echo.not_an_object.jsonl": [
    { found: 'line 2: data.code: "VALIDATION_ERROR" instead of "SESSION_ERROR"', reason: "not-an-object, §9.1 row 2" },
    { found: "line 2: data.errors: unexpected", reason: "not-an-object, §9.1 row 2" },
  ],
  "faulty.failures.jsonl": [
    {
      found: 'line 10: data.code: "EXECUTION_ERROR" instead of "VALIDATION_ERROR"',
      reason: "own-observation, §9.1 row 13",
    },
    { found: "line 10: data.errors: absent", reason: "own-observation, §9.1 row 13" },
  ],
  "tools.mcp_frames.jsonl": toolMeta("line 2: data."),
  "tools.mcp_socket.jsonl": toolMeta("line 2: "),
  "echo.json": [
    ownName("echo", "EchoEnvironment"),
    {
      found: "POST /step: detail.0.loc.1: 0 instead of 1",
      reason: "where JSON breaks off is not told by every runtime (§1.10)",
    },
  ],
  "counter.json": [ownName("counter", "CounterEnvironment")],
  "slow.json": [ownName("slow", "SlowEnvironment")],
  "faulty.json": [ownName("faulty", "FaultyEnvironment")],
  "rich.json": [ownName("rich", "RichEnvironment")],
  "tools.json": [ownName("tools", "ToolsEnvironment"), ...toolMeta("POST /mcp: ")],
  "broken.json": [
    {
      found: "GET /metadata: status: 200 instead of 500",
      reason: "no environment is made for what the manifest says (§1.6)",
    },
    brokenTitle("action", "Action"),
    brokenTitle("observation", "Observation"),
    brokenTitle("reset_observation", "Observation"),
  ],
};
