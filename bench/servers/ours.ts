/** The measured row: an echo environment as a user serves it, on whichever runtime this is started. */
import { serve } from "@openenv/core/serve";

import { echoDefinition } from "./echo-definition.ts";
import { announce } from "./parent.ts";

const server = await serve(echoDefinition, { port: 0, maxConcurrentEnvs: -1 });
announce(server.port);
