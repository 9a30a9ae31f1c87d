/** Reads a request's JSON body, with FastAPI's answers to what is none. */
import { MessageTooLargeError } from "../../errors/local-errors.ts";
import { ValidationError } from "../../errors/wire-errors.ts";
import { parseJson } from "../../protocol/json.ts";

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;

/**
 * Reads the body. Gives `undefined` when there is none.
 *
 * @param maxBytes a larger body is refused before it is read to its end
 * @throws ValidationError for invalid JSON, and for a body that is not declared as JSON
 * @throws MessageTooLargeError
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const text = await readText(request, maxBytes);
  if (text === "") return undefined;
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "")) {
    const msg = "Input should be a valid object: send JSON with content-type application/json";
    throw new ValidationError([{ type: "model_attributes_type", loc: ["body"], msg, input: text }]);
  }
  try {
    return parseJson(text);
  } catch (error) {
    const reason = (error as Error).message;
    const issue = { type: "json_invalid", loc: ["body", errorOffset(reason)], msg: "JSON decode error", input: {} };
    throw new ValidationError([{ ...issue, ctx: { error: reason } }]);
  }
}

/**
 * Reads a body of at most `maxBytes` as text.
 *
 * @throws MessageTooLargeError
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  const reader = request.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}

function tooLarge(maxBytes: number): MessageTooLargeError {
  return new MessageTooLargeError(`The body is over the server's limit of ${maxBytes} bytes (option maxMessageBytes).`);
}

/** V8 says where it stopped; other engines do not. */
function errorOffset(reason: string): number {
  return Number(/position (\d+)/.exec(reason)?.[1] ?? 0);
}
