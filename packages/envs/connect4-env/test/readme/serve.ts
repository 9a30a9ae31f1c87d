import { connect4Server } from "@openenv/connect4-env-server";
import { serve } from "@openenv/core/serve";

await using server = await serve(connect4Server, { port: 8000 });
console.log(server.url);
