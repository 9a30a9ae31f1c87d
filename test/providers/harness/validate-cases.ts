/**
 * Build contexts that a validator has something to say of: echo-env's, changed.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Case {
  /** What is changed in the context of echo-env. */
  readonly change: (context: Context) => void;
  readonly exitCode: 0 | 1;
  readonly startup: "pass" | "fail" | "error" | "skip";
  /** What the report tells of it. */
  readonly evidence: RegExp;
}

/** Its Dockerfile and the other files, to be changed. */
export class Context {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /** Gives the server something to do before all else. */
  first(code: string): void {
    this.replace("server.js", "// @bun\n", `// @bun\n${code}\n`);
  }

  /** Gives the image another first layer, so that its layers are its own: whoever removes them takes nobody else's. */
  firstLayer(instruction: string): void {
    this.replace("Dockerfile", "FROM ${BASE_IMAGE}\n", `FROM \${BASE_IMAGE}\n${instruction}\n`);
  }

  replace(file: string, from: string, to: string): void {
    const text = readFileSync(join(this.folder, file), "utf8");
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    this.write(
      file,
      text.replace(from, () => to),
    );
  }
}

/** A server whose episodes are over at their reset, which leaves nothing to be graded. */
const OVER_AT_RESET = `
const pages = { "/health": {}, "/schema": { action: {}, observation: { type: "object" }, state: {} } };
Bun.serve({
  port: 8000,
  fetch(request, server) {
    const { pathname } = new URL(request.url);
    if (pathname === "/ws" && server.upgrade(request, { data: {} })) return undefined;
    return Response.json(pages[pathname] ?? {}, { status: pathname in pages ? 200 : 404 });
  },
  websocket: {
    message(socket, text) {
      const { type, data } = JSON.parse(text);
      if (type === "reset") socket.data.episode_id = data.episode_id;
      const observation = { observation: {}, reward: null, done: true };
      const state = { ...socket.data, step_count: 0 };
      if (type === "reset") socket.send(JSON.stringify({ type: "observation", data: observation }));
      if (type === "state") socket.send(JSON.stringify({ type: "state", data: state }));
    },
  },
});`;

/** The one for which ours waits until it gives up; Python's does for each server that does not start. */
export const NEVER_HEALTHY = "a server that is never healthy";

export const cases: Readonly<Record<string, Case>> = {
  "as it was built": { change: () => {}, exitCode: 0, startup: "pass", evidence: /played the episode/ },
  "an image that runs as root is run as another user, who may write to /tmp": {
    change: (context) => {
      context.replace("Dockerfile", "USER 1000:1000", "USER root");
      context.first('if (process.getuid() !== 65532) throw new Error("as another one");');
      context.first('process.getBuiltinModule("node:fs").writeFileSync("/tmp/log", "");');
    },
    exitCode: 0,
    startup: "pass",
    evidence: /played the episode/,
  },
  "a server that writes beside itself": {
    change: (context) => context.first('process.getBuiltinModule("node:fs").writeFileSync("/app/log", "");'),
    exitCode: 1,
    startup: "fail",
    evidence: /EROFS/,
  },
  "a server that takes more memory than it declares": {
    change: (context) => {
      context.replace("openenv.yaml", "memory_mb: 1024", "memory_mb: 160");
      context.first("globalThis.much = Buffer.alloc(400e6, 1);");
    },
    exitCode: 1,
    startup: "fail",
    evidence: /out of memory/,
  },
  [NEVER_HEALTHY]: {
    change: (context) =>
      context.write("server.js", 'Bun.serve({ port: 8000, fetch: () => new Response("", { status: 503 }) });'),
    exitCode: 1,
    startup: "fail",
    evidence: /GET \/health answered 503/,
  },
  "episodes without a step": {
    change: (context) => {
      context.write("server.js", OVER_AT_RESET);
      context.replace("openenv.yaml", "    declared_tools: [echo_message, echo_with_length]\n", "");
    },
    exitCode: 0,
    startup: "pass",
    evidence: /played the episode/,
  },
  "a reward out of its range": {
    change: (context) => context.replace("openenv.yaml", "range: [0, 100]", "range: [0, 0.1]"),
    exitCode: 1,
    startup: "pass",
    evidence: /played the episode/,
  },
  "an image with a volume": {
    change: (context) => context.replace("Dockerfile", "EXPOSE", "VOLUME /data\nEXPOSE"),
    exitCode: 1,
    startup: "fail",
    evidence: /volumes.*\/data/,
  },
  "an image that cannot be built": {
    change: (context) => context.firstLayer('RUN ["bun", "-e", "process.exit(3)"]'),
    exitCode: 1,
    startup: "fail",
    evidence: /returned a non-zero code: 3|exit code: 3/,
  },
  "an image made of what validators leave out": {
    change: (context) => {
      context.write("node_modules/zod/index.js", "");
      context.firstLayer("COPY node_modules /modules");
    },
    exitCode: 1,
    startup: "fail",
    evidence: /node_modules/,
  },
  "a server's package and its modules, as of a server that is no bundle": {
    change: (context) => {
      context.write("server/package.json", "{}");
      context.write("server/dist/main.js", "");
      context.write("modules/zod/index.js", "");
    },
    exitCode: 0,
    startup: "pass",
    evidence: /played the episode/,
  },
  "no Dockerfile": {
    change: (context) => rmSync(join(context.folder, "Dockerfile")),
    exitCode: 1,
    startup: "error",
    evidence: /no Dockerfile/,
  },
  "a wrong plan": {
    change: (context) => context.replace("validation/runtime.json", '"seed": 0', '"seed": -1'),
    exitCode: 1,
    startup: "fail",
    evidence: /reset\.seed/,
  },
  "an action that the server refuses": {
    change: (context) => context.replace("validation/runtime.json", '"message": "hello"', '"colour": "hello"'),
    exitCode: 1,
    startup: "fail",
    evidence: /step failed \(VALIDATION_ERROR\)/,
  },
};
