/** What echo_env does: it sends every message back. */
import { defineEchoEnvironment } from "./gen/index.ts";

export default defineEchoEnvironment(() => {
  let last: string | null = null;
  return {
    reset: () => {
      last = null;
      return { observation: { echoed_message: "ready", message_length: 0 } };
    },
    step: ({ message }) => {
      last = message;
      // Code points, as Python counts: an emoji is one character.
      const length = [...message].length;
      return { observation: { echoed_message: message, message_length: length }, reward: length * 0.1, done: false };
    },
    state: () => ({ last_message: last }),
  };
});
