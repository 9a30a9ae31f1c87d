/**
 * A tool of an environment, ready to be printed.
 */
import type { JsonObject } from "../json/json.ts";
import type { Node } from "./node.ts";

export interface Tool {
  readonly name: string;
  /** What it is called on a client. */
  readonly method: string;
  readonly description: string;
  /** `EchoMessage`: what the names of its types start with. */
  readonly typeName: string;
  readonly arguments: Node;
  /** `undefined` for any JSON value. */
  readonly result: Node | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | null;
}

/** The name of the type of its arguments. */
export function argumentsName({ typeName }: Tool): string {
  return `${typeName}Arguments`;
}

/** The name of the type of what it gives. */
export function resultName({ typeName }: Tool): string {
  return `${typeName}Result`;
}
