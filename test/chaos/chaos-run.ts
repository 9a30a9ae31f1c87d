/**
 * Steps over a bad network: sessions side by side, each with a client of its own, behind a proxy that hurts their
 * connections. Each step sends a text that no other has, so that a reply that belongs to another one is seen.
 */
import { OpenEnvError } from "@openenv/core";
import { EchoEnv } from "@openenv/echo-env";

export interface ChaosRunOptions {
  readonly url: string;
  readonly sessions: number;
  /** Steps of all sessions together. */
  readonly steps: number;
  /** How many steps a session has on the way at once. */
  readonly ahead: number;
  /** How long a client waits for a reply, in milliseconds: a stalled connection costs that much. */
  readonly messageTimeoutMs: number;
}

export interface ChaosResult {
  readonly answered: number;
  /** Errors of this package by their code. */
  readonly failed: Readonly<Record<string, number>>;
  /** Replies that were another step's, and errors that are none of this package. Empty when all is well. */
  readonly wrong: readonly string[];
}

export async function chaosRun(options: ChaosRunOptions): Promise<ChaosResult> {
  const { url, sessions, steps, messageTimeoutMs } = options;
  const failed: Record<string, number> = {};
  const wrong: string[] = [];
  let answered = 0;
  let begun = 0;
  const fail = (error: unknown): void => {
    if (error instanceof OpenEnvError) failed[error.code] = (failed[error.code] ?? 0) + 1;
    else wrong.push(String(error));
  };

  const step = async (env: EchoEnv, message: string): Promise<boolean> => {
    try {
      const { observation, reward } = await env.step({ message });
      if (observation.echoed_message === message && reward === message.length * 0.1) answered += 1;
      else wrong.push(`${message} was answered by ${observation.echoed_message}`);
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  };

  const session = async (index: number): Promise<void> => {
    const timeouts = { connectTimeoutMs: messageTimeoutMs, messageTimeoutMs };
    await using env = new EchoEnv({ baseUrl: url, ...timeouts });
    let isGood = false;
    while (begun < steps) {
      if (!isGood)
        isGood = await env.reset().then(
          () => true,
          (error: unknown) => (fail(error), false),
        );
      if (!isGood) continue;
      const batch = Math.min(options.ahead, steps - begun);
      const first = begun;
      begun += batch;
      const texts = Array.from(
        { length: batch },
        (_, number) => `${index}:${first + number}:${"x".repeat(first % 90)}`,
      );
      isGood = (await Promise.all(texts.map((text) => step(env, text)))).every(Boolean);
    }
  };

  await Promise.all(Array.from({ length: sessions }, (_, index) => session(index)));
  return { answered, failed, wrong };
}
