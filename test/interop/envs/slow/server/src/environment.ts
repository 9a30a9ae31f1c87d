/** Answers late, without holding up other sessions. */
import { defineSlowEnvironment } from "./gen/index.ts";

export default defineSlowEnvironment(() => ({
  reset: () => ({ observation: { waited_ms: 0 } }),
  step: async ({ ms }) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { observation: { waited_ms: ms }, reward: ms, done: false };
  },
}));
