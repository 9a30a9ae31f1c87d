/** The HTTP routes. */
import type { Requirement } from "../requirements.ts";

export const httpRequirements = {
  "http:404": ["§1.2", "An unknown path is 404 Not Found"],
  "http:405": ["§1.2", "A known path with another verb is 405 with Allow"],
  "http:head": ["§1.2", "HEAD is answered on pages and 405 on the API"],
  "http:307": ["§1.2", "A trailing slash is redirected with 307"],
  "http:500": ["§9.1 row 9", "A failing environment is a 500 with a detail"],
  "http:keep-alive": ["§1.2", "Requests may follow each other on one connection"],

  "http:body:content-type": ["§1.2", "A body must be called JSON, +json included"],
  "http:body:invalid-json": ["§1.10", "A body that is no JSON is 422 json_invalid, located by offset"],
  "http:body:size": ["issue 3", "A body over maxMessageBytes is 413"],
  "http:422:body": ["§1.10", "Errors of an envelope are located below body"],
  "http:422:action": ["§1.10", "Errors of an action are located from the action"],

  "http:stateless": ["§1.3", "Nothing survives a request, which every answer says"],
  "http:capacity": ["§1.3", "One-shot requests take no slot"],
  "http:reset:reply": ["§1.3", "POST /reset answers observation, reward, done and metadata, null when empty"],
  "http:reset:body-optional": ["§1.3", "Its body is optional"],
  "http:reset:params": ["§1.3", "Its parameters are those of the socket, unknown ones allowed"],
  "http:step:reply": ["§1.4", "POST /step answers the same four keys"],
  "http:step:metadata": ["§1.4", "with the metadata inside the observation and beside it"],
  "http:step:no-environment": ["§1.4", "A bad action costs no environment"],
  "http:step:timeout": ["issue 3", "timeout_s ends a step with 504 and aborts its signal"],
  "http:step:request-id": ["issue 3", "request_id comes back as a header"],
  "http:state:whole": ["§9.1 row 7", "GET /state answers the whole state"],

  "http:health:body": ["§1.7", 'GET /health is {"status":"healthy"}'],
  "http:limits": ["issue 5", "GET /limits tells the longest step, the longest silence and the largest message"],
  "http:capacity:counts": ["issue 9", "GET /capacity is active, max and queued; no limit is null"],
  "http:metadata:keys": ["§1.6", "GET /metadata has six keys, null where unknown"],
  "http:schema:keys": ["§1.8", "GET /schema has action, observation, state and reset_observation"],
  "http:schema:state": ["§9.1 row 7", "with the environment's own state"],
  "http:openapi:paths": ["§1.9", "/openapi.json names exactly the paths that are served"],
  "http:openapi:version": ["§1.9", "Its version is 1.x, which validators read as a profile"],
  "http:docs:offline": ["§1.9", "/docs loads nothing from elsewhere"],
  "http:root": ["issue 3", "/ is a page that says how to use the server"],
  "http:production:routes": ["§1.1", "Production has no /reset, /step and /state"],

  "http:tasks:routes": ["§1.12", "The task routes are served in both modes, the name in any case"],
  "http:tasks:splits": ["§1.12", "A split that is a string becomes name and type"],
  "http:tasks:list": ["§1.12", "Tasks are listed, counted, given by index and by range"],
  "http:tasks:422": ["§1.12", "Their bodies are closed, integers coerce from text"],
  "http:tasks:400": ["§1.12", "No such index is 400, a negative one too"],
  "http:tasks:404": ["§1.12", "Another environment's name is 404"],
  "http:tasks:501": ["§1.12", "An environment without tasks is 501"],
  "http:tasks:500": ["§1.12", "A provider that fails is 500"],

  "http:cors": ["issue 6", "Pages of other origins read nothing, unless allowedOrigins lists them"],

  "http:mcp:errors": ["§3.3", "POST /mcp answers 200 with JSON-RPC errors: -32700, -32602, -32000 with counts or name"],
} as const satisfies Record<string, Requirement>;
