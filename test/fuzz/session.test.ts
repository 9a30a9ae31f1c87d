/**
 * Random messages against sessions, without sockets: none may end a session it does not ask to end, every one is
 * answered, in order, and no session ever sees another's secret.
 *
 * About 5 000 messages; 100 000 with OPENENV_TEST_FULL=1. OPENENV_FUZZ_SEED repeats a run.
 */
import { createEnvServer, type EnvServer } from "@openenv/core/server";
import { expect, test } from "bun:test";
import { MemorySocket } from "../../packages/core/test/server/memory-socket.ts";
import { verifies } from "../conformance/verifies.ts";
import { seededRandom } from "../runtimes/harness/random.ts";
import { fuzzRun } from "./fuzz-run.ts";
import { MessageSource } from "./message-source.ts";
import { secretive, secretsIn } from "./secretive-env.ts";

const SESSIONS = 8;
const MESSAGES_PER_ROUND = 40;
const ANSWERS = new Set(["observation", "state", "mcp", "error"]);

const { seed, count } = fuzzRun({ short: 5000, full: 100_000 });

test(`${count} random messages: each is answered in order, and no secret leaves its session (OPENENV_FUZZ_SEED=${seed})`, async () => {
  verifies("ws:envelope:session-alive", "session:isolated", "ws:order:fifo");
  const random = seededRandom(seed);
  const source = new MessageSource(random);
  const stray: unknown[] = [];
  const complain = (error: unknown): void => void stray.push(error);
  process.on("unhandledRejection", complain);
  let made = 0;
  await using server = createEnvServer(
    secretive(() => (made += 1)),
    { maxConcurrentEnvs: -1, variables: {} },
  );
  await server.ready;
  const sessions = Array.from({ length: SESSIONS }, (_, index) => new FuzzedSession(server, index + 1));

  for (let sent = 0; sent < count;) {
    const round = sessions.map((session) => session.send(source, Math.ceil(random() * MESSAGES_PER_ROUND)));
    sent += round.reduce((total, messages) => total + messages, 0);
    for (const session of sessions) await session.settle();
  }

  for (const session of sessions) await session.checkUsable();
  expect([server.activeSessions, made, stray]).toEqual([SESSIONS, SESSIONS, []]);
  process.off("unhandledRejection", complain);
}, 600_000);

class FuzzedSession {
  readonly #socket = new MemorySocket();
  readonly #connection: ReturnType<EnvServer["acceptSocket"]>;
  readonly #number: number;
  /** What each reply must start with, where the message said so; `undefined` for any. */
  #expected: (string | undefined)[] = [];
  #marks = 0;

  constructor(server: EnvServer, number: number) {
    this.#connection = server.acceptSocket(this.#socket);
    this.#number = number;
  }

  send(source: MessageSource, messages: number): number {
    for (let message = 0; message < messages; message += 1) {
      // A message whose answer is known shows the place of every answer before it.
      if (source.below(4) === 0) this.#mark();
      else this.#send(source);
    }
    return messages;
  }

  /** Waits for all answers, and looks at them. */
  async settle(): Promise<void> {
    for (let turn = 0; this.#socket.sent.length < this.#expected.length; turn += 1) {
      if (turn === 10_000) throw new Error(`Session ${this.#number} hangs after ${this.#socket.sent.length} answers.`);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    const answers = this.#socket.sent.splice(0);
    const expected = this.#expected.splice(0);
    expect(answers.length).toBe(expected.length);
    for (const [index, answer] of answers.entries()) this.#check(answer, expected[index]);
    expect([this.#socket.closes, this.#socket.terminated]).toEqual([[], 0]);
  }

  async checkUsable(): Promise<void> {
    this.#connection.receive('{"type":"reset","data":{"episode_id":"last"}}');
    this.#expected.push(`{"type":"observation","data":{"observation":{"secret":"SECRET-${this.#number}"`);
    await this.settle();
  }

  #mark(): void {
    this.#marks += 1;
    this.#connection.receive(`{"type":"mark ${this.#marks}"}`);
    this.#expected.push(`{"type":"error","data":{"message":"Unknown message type: mark ${this.#marks}"`);
  }

  #send(source: MessageSource): void {
    const message = source.next();
    if (typeof message === "string") this.#connection.receive(message);
    else this.#connection.receiveBinary(message);
    this.#expected.push(undefined);
  }

  #check(answer: string, expected: string | undefined): void {
    if (expected !== undefined) expect(answer).toStartWith(expected);
    const { type, ...rest } = JSON.parse(answer) as { type: string; data: unknown };
    expect(ANSWERS.has(type)).toBe(true);
    expect(Object.keys(rest)).toEqual(["data"]);
    expect(answer.isWellFormed()).toBe(true);
    for (const secret of secretsIn(answer)) expect(secret).toBe(this.#number);
  }
}
