/** The measured row: the generated client, blocking. It checks what goes out and what comes in. */
import { EchoEnv } from "@openenv/echo-env";

import { MESSAGE } from "../generator/step-message.ts";
import { runBlockingSequence } from "./sequence.ts";

runBlockingSequence((url) => {
  const env = EchoEnv.connectSync(url);
  return () => env.step({ message: MESSAGE });
});
