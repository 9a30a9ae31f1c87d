/** The measured row: a typed client as codegen prints it, checking what goes out and what comes in. */
import { type ClientOptions, EnvClient, type EnvTypes } from "@openenv/core";

import { MESSAGE } from "../generator/step-message.ts";
import { echoDefinition } from "../servers/echo-definition.ts";
import { runSequence } from "./sequence.ts";

class EchoClient extends EnvClient<EnvTypes> {
  constructor(options: ClientOptions) {
    super(options, echoDefinition.spec);
  }
}

await runSequence(async (url) => {
  const client = await EchoClient.connect(url);
  return () => client.step({ message: MESSAGE }) as Promise<{ observation: { message_length: unknown } }>;
});
