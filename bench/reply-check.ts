/** Asks a server for one step and compares the answer, before anything is measured. */
import { isDeepStrictEqual } from "node:util";
import { EXPECTED_REPLY, STEP_TEXT } from "./generator/step-message.ts";

const PATIENCE_MS = 10_000;

/**
 * The size of the server's answer to the step, in bytes.
 *
 * @throws Error when it is not the answer of an echo environment, or does not come
 */
export async function checkedReplyBytes(port: number): Promise<number> {
  const text = await firstReply(`ws://127.0.0.1:${port}/ws`);
  if (!isDeepStrictEqual(JSON.parse(text), EXPECTED_REPLY)) throw new Error(`an unexpected answer: ${text}`);
  return new TextEncoder().encode(text).byteLength;
}

function firstReply(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    const patience = setTimeout(() => reject(new Error(`${url} did not answer`)), PATIENCE_MS);
    socket.addEventListener("open", () => socket.send(STEP_TEXT));
    socket.addEventListener("message", ({ data }) => {
      clearTimeout(patience);
      resolve(String(data));
      socket.close();
    });
    socket.addEventListener("error", () => reject(new Error(`${url} refused the connection`)));
  });
}
