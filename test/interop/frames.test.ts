/**
 * Random messages, right and wrong, to the original and to our twins: both answer with the same type and code, and where
 * they refuse an action, with the same mistakes at the same places. What differs on purpose is in known-differences.ts.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import * as fc from "fast-check";
import { startServer, type StartedServer } from "openenv-scripts/start-server.ts";
import process from "node:process";
import type { Disagreement } from "./frames/disagreement.ts";
import { frameOf } from "./frames/frame.ts";
import { regressions } from "./frames/regressions.ts";
import { SessionPair } from "./frames/session-pair.ts";
import { describeWithPython } from "./harness/python.ts";
import { PythonServers } from "./harness/python-servers.ts";
import { knownDifferences } from "./known-differences.ts";
import { serverProgram, type TwinName } from "./twins.ts";

/** `slow` is as `counter` is, and `broken` takes no message. */
const envs = ["echo", "counter", "faulty", "rich", "tools"] as const satisfies readonly TwinName[];

const isLong = process.env["OPENENV_TEST_FULL"] === "1";
const RUNS = isLong ? 5000 : 250;
/** The same messages each time, so that a failure is one of the change at hand; the long form looks for new ones. */
const SEED = isLong ? Date.now() % 2 ** 31 : 20_261_129;

setDefaultTimeout(isLong ? 1_200_000 : 120_000);

describeWithPython("random messages to both servers", suite);

function suite(interpreter: string): void {
  let originals: PythonServers;
  const twins = new Map<TwinName, StartedServer>();
  beforeAll(async () => {
    originals = await PythonServers.start(
      interpreter,
      envs.map((env) => `${env}:8` as const),
    );
    for (const env of envs) {
      twins.set(env, await startServer("bun", serverProgram(env), ["--port=0", "--max-concurrent-envs=8"]));
    }
  });
  afterAll(async () => {
    await originals[Symbol.asyncDispose]();
    for (const twin of twins.values()) await twin[Symbol.asyncDispose]();
  });
  const pairFor = (env: TwinName): SessionPair => new SessionPair(originals.url(`${env}:8`), twins.get(env)?.url ?? "");

  for (const env of envs) {
    test(`${env}: no difference but the known ones`, async () => {
      await using pair = pairFor(env);
      const property = fc.asyncProperty(fc.array(frameOf(env), { maxLength: 8 }), async (frames) => {
        for (const frame of frames) {
          const found = await pair.ask(frame);
          expect(found.filter((each) => !isKnown(each)).map(show)).toEqual([]);
        }
        await pair.renew();
      });
      // A step of FastMCP takes as long as twenty others.
      await fc.assert(property, { numRuns: env === "tools" ? RUNS / 5 : RUNS, seed: SEED });
    });
  }

  for (const [what, env, message] of regressions) {
    test(`once different: ${what}`, async () => {
      await using pair = pairFor(env);
      expect((await pair.ask(message)).map(show)).toEqual([]);
    });
  }

  for (const { id, examples, explains } of knownDifferences) {
    test(`known: ${id}`, async () => {
      for (const [env, frame, theirs, ours] of examples) {
        await using pair = pairFor(env);
        const found = await pair.ask(frame);
        expect(found.map(answers)).not.toEqual([]);
        expect(answers(found[0])).toEqual({ frame, python: theirs, ours });
        expect(found.filter((each) => !explains(each)).map(show)).toEqual([]);
      }
    });
  }
}

function isKnown(disagreement: Disagreement): boolean {
  return knownDifferences.some(({ explains }) => explains(disagreement));
}

function answers(disagreement: Disagreement | undefined): object {
  return { frame: disagreement?.frame, python: disagreement?.python.text, ours: disagreement?.ours.text };
}

function show({ frame, python: theirs, ours, issue }: Disagreement): object {
  return { frame, python: theirs.text, ours: ours.text, ...(issue && { issue }) };
}
