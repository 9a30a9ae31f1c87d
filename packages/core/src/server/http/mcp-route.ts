/** `POST /mcp`: JSON-RPC, always answered with 200 (PROTOCOL §3). */
import { parseJson } from "../../protocol/json.ts";
import { parseFailed } from "../../protocol/json-rpc.ts";
import { answerJsonRpc } from "../mcp.ts";
import { readText } from "./body.ts";
import type { HttpHost, Route } from "./host.ts";
import { json } from "./respond.ts";

export function mcpRoute(host: HttpHost): Route {
  return {
    method: "POST",
    path: "/mcp",
    async handle(request) {
      const text = await readText(request, host.settings.maxMessageBytes);
      let value: unknown;
      try {
        value = parseJson(text);
      } catch (error) {
        return json(parseFailed(error));
      }
      return json(await answerJsonRpc(value, host));
    },
  };
}
