/** A small environment with tasks and a heavy optional field, written out as generated packages hold one. */
import { EnvClient, type ClientOptions, type EnvSpec } from "@openenv/core";
import { defineEnvironment, type EnvironmentDefinition, type TaskProvider } from "@openenv/core/server";
import { z } from "zod";

export interface QuizTypes {
  readonly action: { answer: number; notes: string };
  readonly actionInput: { answer: number; notes?: string | undefined };
  readonly observation: { question: string; page?: string | undefined; hints: string[] };
  readonly observationInput: { question: string; page?: string | undefined; hints?: string[] | undefined };
  readonly state: { episode_id: string | null; step_count: number };
  readonly stateInput: object;
  readonly reset: { split: string; index: number };
  readonly resetInput: { split?: string | undefined; index?: number | undefined };
  readonly tools: Record<never, never>;
}

const text = { type: "string" } as const;
const base = {
  metadata: { type: "object", additionalProperties: true },
  reward: {},
  done: { type: "boolean" },
} as const;

export const quizSpec: EnvSpec<QuizTypes> = {
  manifest: {
    name: "quiz_env",
    version: "1.0.0",
    description: "Asks for a square.",
    schemaHash: `sha256:${"1".repeat(64)}`,
    jsonSchema: {
      action: {
        type: "object",
        additionalProperties: false,
        properties: { metadata: base.metadata, answer: { type: "integer" }, notes: { ...text, default: "" } },
        required: ["answer"],
      },
      observation: {
        type: "object",
        additionalProperties: false,
        properties: {
          ...base,
          question: text,
          page: text,
          hints: { type: "array", items: text, default: [] },
        },
        required: ["question"],
      },
      state: { type: "object", additionalProperties: true, properties: {} },
    },
    maxConcurrentEnvs: 64,
  },
  action: z.strictObject({ answer: z.int(), notes: z.string().default("") }) as EnvSpec<QuizTypes>["action"],
  observation: z.strictObject({
    question: z.string(),
    page: z.string().optional(),
    hints: z.array(z.string()).default([]),
  }) as EnvSpec<QuizTypes>["observation"],
  state: z.looseObject({ episode_id: z.string().nullable(), step_count: z.int() }),
  reset: z.strictObject({
    split: z.string().default("train"),
    index: z.int().default(2),
  }) as EnvSpec<QuizTypes>["reset"],
};

export class QuizEnv extends EnvClient<QuizTypes> {
  constructor(options: ClientOptions) {
    super(options, quizSpec);
  }
}

/** Tasks of a split: what is to be squared. */
const splits: Readonly<Record<string, readonly number[]>> = { train: [1, 2, 3, 4], test: [30, 40], extra: [] };

const tasks: TaskProvider = {
  listSplits: () => ["train", "test", { name: "extra", type: "train", size: 0 }],
  listTasks: (split) => splits[split] ?? [],
};

/**
 * The right answer earns 1 and ends the episode. `notes` come back in the metadata, beside a number that was drawn; the note "fail" is an error of the
 * environment.
 */
export function quizServer(): EnvironmentDefinition<QuizTypes> {
  return defineEnvironment(
    quizSpec,
    () => {
      let number = 0;
      const observe = (): QuizTypes["observationInput"] => ({
        question: `${number} squared?`,
        page: "x".repeat(1000),
        hints: [`it is above ${number * number - 1}`],
      });
      return {
        reset: ({ split, index }, { random }) => {
          number = splits[split]?.[index] ?? 0;
          return { observation: observe(), metadata: { drawn: random.integer(1, 1_000_000) } };
        },
        step: ({ answer, notes }, { random }) => {
          if (notes === "fail") throw new Error("told to fail");
          const right = answer === number * number;
          return {
            observation: observe(),
            reward: right ? 1 : 0,
            done: right,
            metadata: { notes, drawn: random.integer(1, 1_000_000) },
          };
        },
      };
    },
    { tasks },
  );
}
