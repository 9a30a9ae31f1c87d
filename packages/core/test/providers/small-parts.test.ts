/** The readers of lines, ids, manifests and repositories. */
import { describe, expect, test } from "bun:test";
import { parseGitSource } from "../../src/providers/git-clone.ts";
import { packageCandidates, parseEnvironmentId, spaceSubdomain } from "../../src/providers/hub/environment-id.ts";
import { lastLines, LogTail } from "../../src/providers/log-tail.ts";
import { fieldOf } from "../../src/providers/manifest-field.ts";
import { listeningUrl } from "../../src/providers/process/listening-line.ts";
import { dockerfile } from "../../src/providers/build/dockerfile.ts";

describe("the line that says where a server listens", () => {
  test("is found in what our servers, uvicorn and others print", () => {
    const url = "http://127.0.0.1:40123";
    expect(listeningUrl(`serving echo_env on ${url}\n`)).toBe(url);
    expect(listeningUrl(`INFO:     Uvicorn running on http://0.0.0.0:8000 (Press CTRL+C to quit)\n`)).toBe(
      "http://127.0.0.1:8000",
    );
    expect(listeningUrl(`\u001b[32mready\u001b[0m http://\u001b[1mlocalhost:3000\u001b[0m/\n`)).toBe(
      "http://localhost:3000",
    );
    expect(listeningUrl("Listening on http://[::]:81/\n")).toBe("http://[::1]:81");
  });

  test("is no other URL, and no half of one", () => {
    expect(listeningUrl("see https://nodejs.org:443/docs\nDebugger on ws://127.0.0.1:9229/x\n")).toBeUndefined();
    expect(listeningUrl("asked for http://127.0.0.1:0\n")).toBeUndefined();
    expect(listeningUrl("on http://127.0.0.1:401")).toBeUndefined();
  });
});

describe("ids of environments", () => {
  test("every form", () => {
    const type = (id: string): string => parseEnvironmentId(id).type;
    expect(parseEnvironmentId("openenv/echo_env")).toEqual({ type: "space", space: "openenv/echo_env" });
    expect(parseEnvironmentId("https://huggingface.co/spaces/openenv/echo_env/")).toEqual({
      type: "space",
      space: "openenv/echo_env",
    });
    expect(parseEnvironmentId("@openenv/echo-env-server")).toEqual({
      type: "package",
      name: "@openenv/echo-env-server",
    });
    expect(parseEnvironmentId("docker:echo-env:latest")).toEqual({ type: "image", image: "echo-env:latest" });
    expect(type("hf:a/b")).toBe("space");
    expect(type("npm:a")).toBe("package");
    expect(type("echo")).toBe("package");
    expect(type("./a/b")).toBe("folder");
    expect(type("/a/b")).toBe("folder");
    expect(type("file:///a/b")).toBe("folder");
    expect(type("http://localhost:8000")).toBe("url");
    expect(type("git+https://host/a.git")).toBe("git");
    for (const id of ["", "a/b/c", "a b", "--x/y z"])
      expect(() => parseEnvironmentId(id)).toThrow(/names no environment/);
  });

  test("NET-02: hyphens, underscores and short names lead to one package and one subdomain", () => {
    for (const name of ["echo", "echo_env", "echo-env", "echo-env-server"]) {
      expect(packageCandidates(name)).toContain("@openenv/echo-env-server");
    }
    expect(packageCandidates("@openenv/echo-env")).toEqual(["@openenv/echo-env-server", "@openenv/echo-env"]);
    expect(spaceSubdomain("OpenEnv/Echo_env.v2")).toBe("openenv-echo-env-v2");
  });
});

describe("OE-69: sources by git", () => {
  test("URL, ref and folder are told apart; a path with blanks stays a path", () => {
    expect(parseGitSource("git+https://h/a/b.git@v1#subdirectory=envs/echo")).toEqual({
      url: "https://h/a/b.git",
      ref: "v1",
      folder: "envs/echo",
    });
    expect(parseGitSource("git+ssh://git@h/a.git")).toEqual({ url: "ssh://git@h/a.git", ref: "HEAD", folder: "" });
    expect(parseEnvironmentId("/my envs/echo env").type).toBe("folder");
  });

  test("what would run a command, be an option or leave the clone is refused", () => {
    for (const bad of [
      "git+ext::sh -c x",
      "git+https://h/a.git@--upload-pack=x",
      "git+file://-x",
      "git+https://h/a#subdirectory=../..",
    ]) {
      expect(() => parseGitSource(bad)).toThrow(/is no repository/);
    }
    expect(() => parseGitSource("git+ftp://u:secret@h/a")).toThrow(/^(?!.*secret).*is no repository/s);
  });
});

test("fields of a manifest: plain, quoted, with a comment", () => {
  const text = `name: echo_env # wire name\napp: "server.app:app"\nport: 8004\nruntime: 'fast api'\nnested:\n  name: other\nempty:\n`;
  expect(["name", "app", "port", "runtime", "empty", "none"].map((name) => fieldOf(text, name))).toEqual([
    "echo_env",
    "server.app:app",
    "8004",
    "fast api",
    undefined,
    undefined,
  ]);
});

test("a log keeps its end, and shows the last lines", () => {
  const log = new LogTail();
  for (let line = 0; line < 100_000; line += 1) log.append(`line ${line}\n`);
  expect(log.text.length).toBe(256 * 1024);
  expect(lastLines(log.text, 2)).toBe("line 99998\nline 99999");
  expect(lastLines("x".repeat(1000)).length).toBe(501);
});

test("NET-01: the Dockerfile asks 127.0.0.1, runs as no root, and is the same each time", () => {
  const facts = { name: "echo_env", port: 8000, entry: "server.js" };
  expect(dockerfile(facts)).toBe(dockerfile(facts));
  expect(dockerfile(facts)).toMatch(/HEALTHCHECK[^\n]*\\\n.*host: '127\.0\.0\.1'/);
  expect(dockerfile(facts)).not.toMatch(/localhost|RUN|curl/);
  expect(dockerfile(facts)).toMatch(/^USER 1000:1000$/m);
});
