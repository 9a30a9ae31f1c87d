/** The control of {@link file://./vector.ts}: as many clients, stepped side by side. */
import { EchoEnv } from "@openenv/echo-env";

import { MESSAGE } from "../generator/step-message.ts";
import { runSequence } from "./sequence.ts";
import { VECTOR_SIZE } from "./vector-size.ts";

await runSequence(async (url) => {
  const envs = await Promise.all(Array.from({ length: VECTOR_SIZE }, () => EchoEnv.connect(url)));
  return async () => {
    const results = await Promise.all(envs.map((env) => env.step({ message: MESSAGE })));
    return { observation: { message_length: results.at(-1)?.observation.message_length } };
  };
});
