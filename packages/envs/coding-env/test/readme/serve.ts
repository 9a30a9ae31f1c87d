import { codingEnvironment } from "@openenv/coding-env-server";
import { serve } from "@openenv/core/serve";

const environment = codingEnvironment({
  pool: { min: 2, max: 16 },
  stepTimeoutMs: 5000,
  log: console.error,
});
await using server = await serve(environment, { port: 8000, maxConcurrentEnvs: 16 });
console.log(server.url);
