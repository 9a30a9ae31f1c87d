/**
 * An environment with a secret of its session's own in everything it says, and with every way to answer: at once,
 * soon, later, with an error, with what cannot be sent.
 */
import { defineEnvironment, type EnvironmentDefinition } from "@openenv/core/server";
import { z } from "zod";
import { fixtureSpec } from "../runtimes/fixture/spec.ts";

const ops = ["now", "soon", "later", "throw", "reject", "odd"];

const SECRET = /SECRET-(\d+)/g;

/** The numbers of the sessions whose secrets stand in a text. */
export function secretsIn(text: string): readonly number[] {
  return [...text.matchAll(SECRET)].map(([, number]) => Number(number));
}

/** @param numbered gives each session the number of its secret */
export function secretive(numbered: () => number): EnvironmentDefinition {
  const spec = fixtureSpec({
    name: "secretive_env",
    action: { op: z.enum(ops).default("now"), text: z.string().default("") },
    observation: { secret: z.string(), steps: z.int(), text: z.string(), extra: z.unknown() },
    state: { secret: z.string() },
    reset: { start: z.int().default(0) },
  });
  return defineEnvironment(spec, () => {
    const secret = `SECRET-${numbered()}`;
    let steps = 0;
    const answer = (text: string, extra: unknown = null) => {
      steps += 1;
      return { observation: { secret, steps, text, extra }, reward: steps, done: false };
    };
    return {
      reset(given) {
        steps = (given as unknown as { start: number }).start;
        return { observation: { secret, steps, text: "", extra: null } };
      },
      step(action) {
        const { op, text } = action as { op: string; text: string };
        switch (op) {
          case "soon":
            return Promise.resolve().then(() => answer(text));
          case "later":
            return new Promise<void>((resolve) => setImmediate(resolve)).then(() => answer(text));
          case "throw":
            throw new Error(`${secret} threw ${text}`);
          case "reject":
            return Promise.reject(new Error(`${secret} rejected`));
          case "odd":
            return answer(text, steps % 2 === 0 ? new Map([["map", Number.NaN]]) : () => {});
          default:
            return answer(text);
        }
      },
      state: () => ({ secret }),
    };
  });
}
