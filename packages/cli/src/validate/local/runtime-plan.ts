/**
 * The episode that a validator plays: `validation/runtime.json` (PROTOCOL §8.6). Data only.
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { z } from "zod";

const MAX_BYTES = 65_536;

const plan = z.strictObject({
  plan_schema_version: z.literal("1"),
  reset: z.strictObject({
    episode_id: z.string().min(1).max(128),
    seed: z
      .int()
      .min(0)
      .max(2 ** 32 - 1),
    options: z
      .record(z.string(), z.json())
      .refine((options) => !("episode_id" in options || "seed" in options), "They cannot be episode_id or seed")
      .default({}),
  }),
  actions: z.array(z.record(z.string(), z.json())).min(1).max(100),
});

export interface RuntimePlan {
  readonly reset: {
    readonly episode_id: string;
    readonly seed: number;
    readonly options: Readonly<Record<string, unknown>>;
  };
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

/** The plan, or why there is none. */
export function readRuntimePlan(folder: string, path: string): RuntimePlan | { readonly problem: string } {
  let text: string;
  try {
    const root = realpathSync(folder);
    const file = realpathSync(join(root, path));
    if (!file.startsWith(root + sep)) return { problem: `${path} leads out of the package.` };
    if (statSync(file).size > MAX_BYTES) return { problem: `${path} is larger than ${MAX_BYTES} bytes.` };
    text = readFileSync(file, "utf8");
  } catch (error) {
    return { problem: `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"}).` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `${path} is not JSON: ${(error as Error).message}` };
  }
  const parsed = plan.safeParse(value);
  if (parsed.success) return parsed.data;
  return {
    problem: parsed.error.issues.map((issue) => `${path}: ${issue.path.join(".")}: ${issue.message}`).join("; "),
  };
}
