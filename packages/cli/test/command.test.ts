/** What all commands have in common: help, arguments, exit codes, completion. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ValidationError } from "@openenv/core";
import { readArguments } from "../src/command/arguments.ts";
import { completionScript } from "../src/command/completion.ts";
import { commandHelp } from "../src/command/help.ts";
import { nearest } from "../src/command/nearest.ts";
import { commandNames, loadCommand } from "../src/command/table.ts";
import { tell } from "../src/terminal/failure.ts";
import { emptyFolder, openenv } from "./harness.ts";

const commands = await Promise.all(commandNames.map(loadCommand));

/** The words of a line, as a shell tells them apart. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

describe("every command", () => {
  test.each(commands)("$name: its examples are understood", ({ name, examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const { command: line } of examples) {
      const found = words(line.split(/ > | && /)[0]?.replace(/^source <\((.*)\)$/, "$1") ?? "");
      expect(found.slice(0, 2)).toEqual(["openenv", name]);
      const command = commands.find((each) => each.name === name);
      if (command === undefined) throw new Error(name);
      expect(() => readArguments(command, found.slice(2))).not.toThrow();
    }
  });

  test.each(commands)("$name: help fits a terminal and names every option", (command) => {
    const help = commandHelp(command, (text) => text);
    for (const option of Object.keys(command.options)) expect(help).toContain(`--${option}`);
    for (const line of help.split("\n")) expect(line.length).toBeLessThanOrEqual(130);
    expect(help).toContain("Exit codes");
  });

  test.each(commands)("$name: its summary is the one of the list", async ({ name, summary }) => {
    const { commandGroups } = await import("../src/command/table.ts");
    const listed = commandGroups.flatMap(([, all]) => all).find((each) => each.name === name);
    expect(listed?.summary).toBe(summary);
  });
});

test("OE-87: --help of the command and of each of its commands ends well, and says nothing on stderr", async () => {
  const runs = await Promise.all(
    [["--help"], ...commandNames.map((name) => [name, "--help"])].map((args) => openenv(args)),
  );
  for (const { exitCode, stdout, stderr } of runs) {
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Usage");
  }
}, 60_000);

describe("arguments", () => {
  const serve = commands.find(({ name }) => name === "serve");
  if (serve === undefined) throw new Error("serve");
  const read = (...argv: string[]): unknown => readArguments(serve, argv);

  test("are read by type", () => {
    expect(read("echo", "--port=0", "--max-concurrent-envs", "-1", "--runtime", "bun")).toMatchObject({
      args: ["echo"],
      options: { port: 0, "max-concurrent-envs": -1, runtime: "bun", mode: undefined },
    });
    expect(read("-p", "8000", "--", "--log", "x")).toMatchObject({ options: { port: 8000 }, rest: ["--log", "x"] });
  });

  test.each([
    [["--prot", "1"], /no option --prot. Is --port meant\?/],
    [["--zzzzzz"], /no option --zzzzzz\.$/],
    [["--port", "x"], /--port is "x". It must be a whole number from 0 to 65535/],
    [["--port", "70000"], /from 0 to 65535/],
    [["--runtime", "java"], /--runtime is "java". It is one of bun, node, deno/],
    [["--port"], /--port/],
    [["a", "b"], /"b" is one argument too many/],
  ])("%j is refused with the reason", (argv, message) => {
    expect(() => read(...argv)).toThrow(message);
  });

  test("what is missing is named", () => {
    const call = commands.find(({ name }) => name === "call");
    if (call === undefined) throw new Error("call");
    expect(() => readArguments(call, [])).toThrow(/URL is missing/);
    expect(() => readArguments(call, ["http://a", "reset", "--", "x"])).toThrow(/takes nothing behind --/);
  });

  test.each([
    ["call", ["http://a", "rest"], /WHAT is "rest". It is one of reset, step, state/],
    ["skills", ["remove"], /WHAT is "remove". It is one of preview, add/],
    ["completion", ["tcsh"], /SHELL is "tcsh". It is one of bash, zsh, fish/],
  ])("of %s: one that is none of its choices is refused with them", (name, argv, message) => {
    const command = commands.find((each) => each.name === name);
    if (command === undefined) throw new Error(name);
    expect(() => readArguments(command, argv)).toThrow(message);
  });

  test("a near name is offered, a far one is not", () => {
    expect([nearest("serv", commandNames), nearest("sevre", commandNames), nearest("xyzzy", commandNames)]).toEqual([
      "serve",
      "serve",
      undefined,
    ]);
  });
});

describe("a command line that is not understood", () => {
  test("ends with 2 and says what to do", async () => {
    const { exitCode, stdout, stderr } = await openenv(["serv"]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toBe('error There is no command "serv". Is serve meant?\nopenenv --help shows what there is.\n');
  });

  test("is JSON for programs, and nothing else", async () => {
    const { exitCode, stdout, stderr } = await openenv(["serve", "--port", "x", "--json"]);
    expect([exitCode, stderr]).toEqual([2, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: "USAGE", next: expect.any(String) } });
  });

  test.each([
    "init word-env --template nope",
    "serve --port x",
    "call http://127.0.0.1:1 tool",
    "call http://127.0.0.1:1 reset {}",
    "call http://127.0.0.1:1 health {}",
    "call http://127.0.0.1:1 step",
    "call http://127.0.0.1:1 tool look {} {}",
  ])("%s: names the help of that command", async (line) => {
    const argv = line.split(" ");
    const { exitCode, stderr } = await openenv(argv);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`openenv ${argv[0]} --help`)]);
  });

  test("has no colour with NO_COLOR, and no stack without being asked", async () => {
    const { stderr } = await openenv(["generate", "/nowhere"], { env: { NO_COLOR: "1" } });
    expect(stderr).not.toContain("\u001B");
    expect(stderr).not.toMatch(/^\s+at /m);
    expect((await openenv(["generate", "/nowhere"], { env: { OPENENV_DEBUG: "1" } })).stderr).toMatch(/^\s+at /m);
  });
});

describe("what fails", () => {
  test.each([
    ["a file where a folder is to be", ["init", "a-file/word-env"]],
    ["a folder where none can be made", ["init", "/proc/word-env"]],
    ["no server", ["call", "http://127.0.0.1:1", "reset"]],
    ["no such server", ["call", "http://127.0.0.1:1", "health"]],
    ["no such package", ["serve", "nothing-of-the-kind"]],
    ["no such environment", ["info", "nothing-of-the-kind"]],
    ["a broken manifest", ["build", "broken", "--context-out", "out"]],
    ["a broken manifest to copy", ["fork", "broken", "owl-env"]],
    ["a broken package.json", ["serve", "broken"]],
    ["a file to write a context to", ["build", "sound", "--context-out", "a-file"]],
    ["nothing to serve", ["serve", "empty"]],
    ["no such folder", ["dev", "nowhere"]],
  ])("%s: is one line of JSON with a next step, and leaves nothing", async (_what, argv) => {
    using home = emptyFolder();
    const write = (path: string, text: string): void => {
      mkdirSync(join(home.path, path, ".."), { recursive: true });
      writeFileSync(join(home.path, path), text);
    };
    write("a-file", "mine");
    write("broken/openenv.yaml", "name: [\n  x: {");
    write("broken/package.json", "{");
    write("sound/openenv.yaml", "name: word_env\n");
    write("sound/server/src/main.ts", "");
    mkdirSync(join(home.path, "empty"));
    const before = readdirSync(home.path, { recursive: true });
    const { exitCode, stdout, stderr } = await openenv([...argv, "--json"], { cwd: home.path });
    expect([exitCode, stderr, stdout.trimEnd().split("\n").length]).toEqual([1, "", 1]);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      error: { code: expect.any(String), message: expect.any(String), next: expect.stringMatching(/\w/) },
    });
    expect(readdirSync(home.path, { recursive: true })).toEqual(before);
  });

  test("what is wrong with an action is said, also where the server's message does not", () => {
    const issues = [
      { type: "missing", loc: ["message"], msg: "Field required" },
      { type: "extra_forbidden", loc: ["massage"], msg: "Extra inputs are not permitted" },
    ];
    expect(tell(new ValidationError(issues)).message).toBe(
      "Invalid message\n  message: Field required\n  massage: Extra inputs are not permitted",
    );
    const said = "Invalid message: message: Field required (and 1 more)";
    expect(tell(new ValidationError(issues, said)).message).toBe(said);
  });

  test("a new project that is not built says that it is to be", async () => {
    using home = emptyFolder();
    expect((await openenv(["init", "word-env", "--no-git", "--yes"], { cwd: home.path })).exitCode).toBe(0);
    const { exitCode, stderr } = await openenv(["serve", "word-env"], { cwd: home.path });
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/Build it first: .*"build"/)]);
  });

  test("no option of the library is told to somebody at a command line", async () => {
    expect((await openenv(["serve", "nothing-of-the-kind"])).stderr).not.toContain("install: true");
  });
});

test("whoever stops reading is no error", async () => {
  const { main } = await import("./harness.ts");
  const script = `set -o pipefail; "$0" "$1" skills preview | head -n 1`;
  const { status, stderr } = spawnSync("bash", ["-c", script, process.execPath, main], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

describe("completion", () => {
  const complete = async (line: readonly string[], cwd?: string): Promise<string[]> => {
    const script = `${await completionScript("bash")}
COMP_WORDS=(${line.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _openenv
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8", cwd });
    expect(stderr).toBe("");
    return stdout.trim().split("\n");
  };

  test.each([
    ["se", ["serve"]],
    ["serve --po", ["--port"]],
    ["serve --runtime ", ["bun", "node", "deno"]],
    ["init -t ga", ["game"]],
    // Bash takes the equals sign for a word of its own.
    ["init --template =", ["minimal", "tools", "game", "coding"]],
    ["init --template = co", ["coding"]],
    ["completion ", ["bash", "zsh", "fish"]],
    ["skills ", ["preview", "add"]],
    ["call http://localhost:8000 ste", ["step"]],
  ])("in bash: openenv %s", async (line, words) => {
    expect(await complete(["openenv", ...line.split(" ")])).toEqual(words);
  });

  test("in bash: files, also with blanks in their names", async () => {
    using home = emptyFolder();
    mkdirSync(join(home.path, "word env"));
    expect(await complete(["openenv", "serve", "wo"], home.path)).toEqual(["word env"]);
  });

  test("in zsh and fish: every command and option is there", async () => {
    for (const shell of ["zsh", "fish"] as const) {
      const script = await completionScript(shell);
      for (const { name, options } of commands) {
        expect(script).toContain(name);
        for (const option of Object.keys(options)) expect(script).toContain(option);
      }
    }
  });

  test("of another shell is refused", async () => {
    expect((await openenv(["completion", "tcsh"])).exitCode).toBe(2);
  });
});
