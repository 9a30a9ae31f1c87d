/** What was recorded of the original, played again to the original and to our twins. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { startServer, type StartedServer } from "openenv-scripts/start-server.ts";
import { describeWithPython } from "./harness/python.ts";
import { PythonServers } from "./harness/python-servers.ts";
import { exchanges, transcripts } from "./harness/recording.ts";
import { replay, replayExchanges } from "./harness/replay.ts";
import { recordedDifferences } from "./known-differences.ts";
import { serverProgram, twinNames } from "./twins.ts";

setDefaultTimeout(60_000);

/** A full server is one with two sessions; every recording but that of the full server was made with eight. */
const servers = [
  ...twinNames.map((env) => ({ name: `${env}:8`, env, sessions: 8 }) as const),
  { name: "echo:2", env: "echo", sessions: 2 },
] as const;

/** Everything there is a recording of, and how to play it to a server. */
const recordings = [
  ...transcripts().map((transcript) => ({
    name: transcript.file,
    server: `${transcript.env}:${transcript.maxSessions ?? 8}`,
    play: (url: string) => replay(transcript, url),
  })),
  ...twinNames.map((env) => ({
    name: `${env}.json`,
    server: `${env}:8`,
    play: (url: string) => replayExchanges(exchanges(env), url),
  })),
];

describe("recordings, played to our twins", () => {
  const twins = new Map<string, StartedServer>();
  beforeAll(async () => {
    for (const { name, env, sessions } of servers) {
      const flags = ["--port=0", `--max-concurrent-envs=${sessions}`];
      twins.set(name, await startServer("bun", serverProgram(env), flags));
    }
  });
  afterAll(async () => {
    for (const twin of twins.values()) await twin[Symbol.asyncDispose]();
  });

  for (const { name, server, play } of recordings) {
    const known = recordedDifferences[name] ?? [];
    test(`${name}${known.length > 0 ? ", but for what is known" : ""}`, async () => {
      expect(await play(twins.get(server)?.url ?? "")).toEqual(known.map(({ found }) => found));
    });
  }

  test("known differences are of recordings that there are", () => {
    const names = new Set(recordings.map(({ name }) => name));
    expect(Object.keys(recordedDifferences).filter((name) => !names.has(name))).toEqual([]);
  });
});

describeWithPython("recordings, played to the original", suite);

function suite(interpreter: string): void {
  let originals: PythonServers;
  beforeAll(async () => {
    originals = await PythonServers.start(
      interpreter,
      servers.map(({ name }) => name),
    );
  });
  afterAll(() => originals[Symbol.asyncDispose]());

  for (const { name, server, play } of recordings) {
    test(name, async () => {
      expect(await play(originals.url(server))).toEqual([]);
    });
  }
}
