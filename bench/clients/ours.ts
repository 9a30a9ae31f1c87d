/** The measured row: the generated client, which checks what goes out and what comes in. */
import { EchoEnv } from "@openenv/echo-env";

import { MESSAGE } from "../generator/step-message.ts";
import { runSequence } from "./sequence.ts";

await runSequence(async (url) => {
  const env = await EchoEnv.connect(url);
  return () => env.step({ message: MESSAGE });
});
