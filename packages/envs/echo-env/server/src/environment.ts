/** What echo_env does: it sends every message back. */
import { defineEchoEnvironment } from "./gen/index.ts";

export default defineEchoEnvironment(
  () => {
    let last: string | null = null;
    return {
      reset: () => {
        last = null;
        return { observation: { echoed_message: "ready", message_length: 0 } };
      },
      step: ({ message }) => {
        last = message;
        const length = lengthOf(message);
        return { observation: { echoed_message: message, message_length: length }, reward: length * 0.1, done: false };
      },
      state: () => ({ last_message: last }),
      tools: {
        echo_message: ({ message }) => message,
        echo_with_length: ({ message }) => ({ message, length: lengthOf(message) }),
      },
    };
  },
  { module: import.meta.url },
);

/** In code points, as Python counts: an emoji is one character. */
function lengthOf(text: string): number {
  return [...text].length;
}
