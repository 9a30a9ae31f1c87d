/**
 * The names of tools: which there may be, and what the method of one is called on a client.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";

/** What the control API is called (PROTOCOL §3.5): a tool of that name would pass for it. */
const RESERVED: ReadonlySet<string> = new Set(["reset", "step", "state", "close"]);

/** The names the MCP specification allows; some clients refuse others. */
const NAME = /^[\w.-]{1,128}$/;

/**
 * Refuses `reset`, `step`, `state` and `close` in exactly this spelling, as Python does: `Reset` is a name like any
 * other (OE-61), and so are `constructor` and `__proto__`.
 *
 * @throws InvalidArgumentError with the name
 */
export function checkToolName(name: string): void {
  if (RESERVED.has(name)) {
    throw new InvalidArgumentError("tools", `A tool cannot be called "${name}": that is a call of every environment.`);
  }
  if (!NAME.test(name)) {
    const shown = JSON.stringify(name);
    throw new InvalidArgumentError(
      "tools",
      `${shown} is no name of a tool: it takes up to 128 letters, digits and "_", "-", ".".`,
    );
  }
}

/** `echoMessage` for the tool `echo_message`: the method of a typed client. */
export function toolMethodName(name: string): string {
  const [first = "", ...rest] = name.split(/[_.-]+/).filter((word) => word !== "");
  // Of a name without words, such as `__`, nothing else is left.
  if (first === "") return name;
  return first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capitalized).join("");
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
