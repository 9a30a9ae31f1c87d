/** Sends back every message. */
import { defineEchoEnvironment } from "./gen/index.ts";

export default defineEchoEnvironment(() => ({
  reset: () => ({ observation: { echoed_message: "ready", message_length: 0 }, reward: 0 }),
  step: ({ message, metadata }) => {
    const length = [...message].length;
    return {
      observation: { echoed_message: message, message_length: length },
      reward: length * 0.1,
      done: false,
      metadata: metadata !== undefined && Object.keys(metadata).length > 0 ? { seen: metadata } : {},
    };
  },
}));
