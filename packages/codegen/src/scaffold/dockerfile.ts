/**
 * The `Dockerfile` of an environment that lives in a workspace.
 */
import type { EnvironmentIr } from "../ir/environment.ts";
import type { PlannedFile } from "../plan/plan.ts";

const PORT = 8000;

/** @param home the environment's folder in the workspace */
export function dockerfile({ names, port = PORT }: EnvironmentIr, home: string): PlannedFile {
  // Not `fetch`, which would ask the proxy of HTTP_PROXY for 127.0.0.1.
  const health =
    `require('node:http').get('http://127.0.0.1:${port}/health', ` +
    `(r) => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))`;
  const content = `# Serves ${names.wire}. Build from the root of the repository:
#   docker build -f ${home}/Dockerfile -t ${names.slug} .
ARG BASE=oven/bun:1.4.5-slim
FROM \${BASE}
WORKDIR /app
COPY . .
RUN bun install --frozen-lockfile --production
ENV BUN_OPTIONS=--conditions=@openenv/source
EXPOSE ${port}
HEALTHCHECK CMD bun -e "${health}"
USER bun
CMD ["bun", "${home}/server/src/main.ts", "--host", "0.0.0.0", "--port", "${port}"]
`;
  return { path: "Dockerfile", ownership: "scaffold", content };
}
