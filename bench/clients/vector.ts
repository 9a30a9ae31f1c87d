/** The measured row: sessions stepped as one vector. One step here is a step of each. */
import { VectorEnv } from "@openenv/core/rollout";
import { EchoEnv } from "@openenv/echo-env";

import { MESSAGE } from "../generator/step-message.ts";
import { runSequence } from "./sequence.ts";
import { VECTOR_SIZE } from "./vector-size.ts";

await runSequence(async (url) => {
  const vector = new VectorEnv(await Promise.all(Array.from({ length: VECTOR_SIZE }, () => EchoEnv.connect(url))));
  await vector.reset();
  const actions = Array.from({ length: VECTOR_SIZE }, () => ({ message: MESSAGE }));
  return async () => {
    const { observations } = await vector.step(actions);
    return { observation: { message_length: observations.at(-1)?.message_length } };
  };
});
