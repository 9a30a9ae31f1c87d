/** Messages over which the two servers once differed by mistake. */
import type { TwinName } from "../twins.ts";

const counter = (delta: string): string => `{"type":"step","data":{"delta":${delta}}}`;
const rich = (fields: string): string => `{"type":"step","data":{"mode":"plain","point":{"x":1},${fields}}}`;
const mcp = (data: string): string => `{"type":"mcp","data":{"jsonrpc":"2.0","id":1,${data}}}`;

export const regressions: readonly (readonly [what: string, env: TwinName, message: string])[] = [
  ["a float beyond 1e21 for an integer", "counter", counter("1.5e300")],
  ["more than a number holds, for an integer", "counter", counter("-1e400")],
  ["minus zero beside an integer of many digits", "rich", rich('"path":[{"x":-0,"y":-0}],"serial":9007199254740993')],
  ["a union whose branch has a bound", "rich", rich('"value":-2.3e295')],
  ["a tag that there is not", "rich", rich('"shape":{"kind":"star"}')],
  ["a call of no tool", "echo", mcp('"method":"tools/call"')],
  ["a call of a tool without a name", "tools", mcp('"method":"tools/call","params":{"name":""}')],
];
