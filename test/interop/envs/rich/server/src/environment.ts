/** Sends every kind of field back, beside constants that are easy to get wrong. */
import type { ResetOutcome } from "@openenv/core/server";
import { defineRichEnvironment, type RichAction, type RichObservation } from "./gen/index.ts";

const big = 2n ** 53n + 1n;
/** A one-pixel PNG. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const first: RichAction = {
  mode: "plain",
  point: { x: 1.5, y: -2 },
  path: [
    { x: 0, y: 0 },
    { x: 1e21, y: 5e-324 },
  ],
  note: null,
  value: "seven",
  color: "blue",
  weights: { a: 0.1, b: 0.2, "\u00fc": 1 },
  grid: [[1, 2], [], [3]],
  shape: { kind: "circle", radius: 2.5 },
  tree: { label: "root", children: [{ label: "leaf", children: [] }] },
  serial: big,
  text: 'caf\u00e9 \u4e16\u754c \u{1f642} \u05e9 e\u0301 "q" \\ / \n\t\u2028\u0001',
};

export default defineRichEnvironment(() => ({
  reset: () => observe(first, 0),
  step: (action, { stepCount }) => ({ ...observe(action, stepCount + 1), reward: 0.25, done: false }),
}));

function observe(action: RichAction, stepCount: number): ResetOutcome<RichObservation> {
  const fields = { ...action };
  delete fields.metadata;
  return {
    observation: {
      ...fields,
      total_weight: Object.values(fields.weights).reduce((total, weight) => total + weight, 0),
      pair: [stepCount, fields.color],
      big,
      image_base64: pixel,
    },
    metadata: { mode: fields.mode, nested: { depth: [1, [2, [3]]] } },
  };
}
