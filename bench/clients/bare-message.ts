/** What a bare client does with messages: it writes and reads JSON, and looks at nothing. */
import { MESSAGE } from "../generator/step-message.ts";

export interface BareResult {
  readonly observation: { readonly message_length: unknown };
}

export function writeStep(): string {
  return JSON.stringify({ type: "step", data: { message: MESSAGE } });
}

export function readResult(text: string): BareResult {
  return (JSON.parse(text) as { data: BareResult }).data;
}
