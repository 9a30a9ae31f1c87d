/** Four tools and nothing else: every step is a call of one. */
import { defineToolsEnvironment } from "./gen/index.ts";

export default defineToolsEnvironment(() => {
  let count = 0;
  return {
    reset: () => {
      count = 0;
      return { observation: {}, metadata: { status: "ready" } };
    },
    tools: {
      add: ({ a, b }) => a + b,
      describe: ({ subject, style }) => ({ subject, style, letters: [...subject].length }),
      bump: ({ by }) => (count += by),
      fail: ({ reason }) => {
        throw new Error(`tool failed: ${reason}`);
      },
    },
  };
});
