/** The environment of tools, as `serve` takes it. */
import environment from "./environment.ts";
import type { ToolsServer } from "./gen/index.ts";

export const toolsServer: ToolsServer = environment;
