/**
 * The block `validation:` of `openenv.yaml` (PROTOCOL §8.6): reads it, and says what is wrong with it and where. A pure
 * read, of text only.
 */
import { parseDocument } from "yaml";
import { z } from "zod";

import { isObject } from "../../support/is-object.ts";

const reward = z
  .strictObject({
    range: z.tuple([z.number(), z.number()]).default([0, 1]),
    oracle_tolerance: z.number().min(0).default(0),
    floor_margin: z.number().min(0),
    variance_tolerance: z.number().min(0).nullable().default(null),
  })
  .refine(({ range: [low, high] }) => low < high, { path: ["range"], message: "The range must increase" });

const resources = z
  .strictObject({
    cpu: z.number().positive(),
    memory_mb: z.int().positive(),
    disk_mb: z.int().positive(),
    episode_timeout_s: z.number().positive(),
    gpus: z.int().min(0).default(0),
    gpu_types: z.array(z.string()).default([]),
  })
  .refine(({ gpus, gpu_types }) => gpus > 0 || gpu_types.length === 0, {
    path: ["gpu_types"],
    message: "gpu_types without gpus",
  });

const capabilities = z
  .strictObject({
    oracle: z
      .strictObject({ form: z.enum(["injected_state", "script"]), location: z.string() })
      .nullable()
      .default(null),
    verifier: z
      .strictObject({ kind: z.enum(["reward_channel", "script"]), entry: z.string().nullable().default(null) })
      .refine(({ kind, entry }) => (kind === "script") === (entry !== null), {
        path: ["entry"],
        message: "An entry belongs to a script, and to nothing else",
      }),
    set_state: z.boolean().default(false),
    llm_judged: z.boolean().default(false),
    rubric_tree: z.boolean().default(false),
    task_api: z.boolean().default(false),
    canaries: z.string().nullable().default(null),
    declared_tools: z.array(z.string()).default([]),
    declared_task_count: z.record(z.string(), z.int()).default({}),
  })
  .refine(({ oracle, set_state }) => oracle?.form !== "injected_state" || set_state, {
    path: ["oracle"],
    message: "An oracle by injected_state needs set_state: true",
  });

const network = z
  .strictObject({
    mode: z.enum(["public", "no-network", "allowlist"]).default("public"),
    allowed_hosts: z.array(z.string()).default([]),
  })
  .refine(({ mode, allowed_hosts }) => (mode === "allowlist") === allowed_hosts.length > 0, {
    path: ["allowed_hosts"],
    message: "allowed_hosts belongs to the mode allowlist, which needs one",
  });

/** Within the package, whatever the machine. */
const portablePath = z
  .string()
  .min(1)
  .refine((path) => !/[\\:\0]|^\/|(?:^|\/)\.\.(?:\/|$)/.test(path), "It must be a path within the package");

const execution = z.strictObject({
  kind: z.literal("openenv_ws").default("openenv_ws"),
  probe_path: portablePath.default("validation/runtime.json"),
  dockerfile: portablePath.default("Dockerfile"),
  context: portablePath.default("."),
  agent_boundary: z.literal("api").default("api"),
  requires_credentials: z.boolean().default(false),
});

const manifest = z
  .strictObject({
    manifest_schema_version: z.enum(["1", "2"]),
    name: z.string(),
    version: z.string().nullable(),
    signature: z.literal("openenv.yaml"),
    reward,
    judge: z
      .strictObject({ model: z.string(), version: z.string(), params: z.record(z.string(), z.unknown()).default({}) })
      .nullable()
      .default(null),
    resources,
    task_distribution: z
      .strictObject({
        generator_seed: z.int().nullable().default(null),
        dataset_version: z.string().nullable().default(null),
        generator_model: z.string().nullable().default(null),
      })
      .nullable()
      .default(null),
    network: network.default({ mode: "public", allowed_hosts: [] }),
    capabilities,
    types: z.strictObject({ tags: z.array(z.string().min(1)).min(1) }),
    execution: execution.optional(),
  })
  .refine(({ capabilities: { llm_judged }, judge }) => llm_judged === (judge !== null), {
    path: ["judge"],
    message: "A judge belongs to llm_judged: true, which needs one",
  })
  .refine(
    ({ capabilities: { llm_judged }, reward: { variance_tolerance } }) => !llm_judged || variance_tolerance !== null,
    {
      path: ["reward", "variance_tolerance"],
      message: "llm_judged needs a variance_tolerance",
    },
  );

/** What the original's graders read, whatever the package's format. */
export interface NormalizedManifest {
  readonly manifest_schema_version: "1" | "2";
  readonly name: string;
  readonly version: string | null;
  readonly signature: "openenv.yaml";
  readonly reward: {
    readonly range: readonly [low: number, high: number];
    readonly oracle_tolerance: number;
    readonly floor_margin: number;
    readonly variance_tolerance: number | null;
  };
  readonly resources: {
    readonly cpu: number;
    readonly memory_mb: number;
    readonly disk_mb: number;
    readonly episode_timeout_s: number;
    readonly gpus: number;
  };
  readonly capabilities: {
    readonly rubric_tree: boolean;
    readonly task_api: boolean;
    readonly declared_tools: readonly string[];
    readonly declared_task_count: Readonly<Record<string, number>>;
  };
  readonly network: { readonly mode: "public" | "no-network" | "allowlist" };
  readonly execution?: ExecutionDeclaration | undefined;
}

/** How the server is built, and what is played. */
export interface ExecutionDeclaration {
  readonly probe_path: string;
  readonly dockerfile: string;
  readonly context: string;
  readonly requires_credentials: boolean;
}

export type ParsedManifest =
  | { readonly manifest: NormalizedManifest }
  | { readonly problems: readonly string[]; readonly remediation: string | null };

const ADD_BLOCK =
  "Add a block `validation:` with reward (range, floor_margin), resources (cpu, memory_mb, disk_mb, episode_timeout_s), " +
  "capabilities (verifier) and types (tags), as `openenv init` writes it.";
const FIX_BLOCK = "Correct these fields of `validation:` in openenv.yaml.";

export function parsePackageManifest(text: string): ParsedManifest {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) return { problems: [`openenv.yaml is no YAML: ${error.message}`], remediation: null };
  const root = document.toJS() as unknown;
  if (!isObject(root)) return { problems: ["openenv.yaml is not a mapping"], remediation: null };
  const { name, version = null, validation } = root;
  if (validation === undefined || validation === null)
    return { problems: ["openenv.yaml has no block `validation:`"], remediation: ADD_BLOCK };
  if (!isObject(validation)) return { problems: ["`validation:` is not a mapping"], remediation: ADD_BLOCK };
  const { judge, task_distribution, execution: bound, ...sections } = validation;
  const parsed = manifest.safeParse({
    manifest_schema_version: bound === undefined ? "1" : "2",
    name,
    version,
    signature: "openenv.yaml",
    judge: judge ?? null,
    task_distribution: task_distribution ?? null,
    ...Object.fromEntries(Object.entries(sections).filter(([, value]) => value !== null)),
    ...(bound === undefined ? {} : { execution: bound }),
  });
  if (parsed.success) return { manifest: parsed.data };
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "validation"}: ${message}`);
  return { problems, remediation: FIX_BLOCK };
}
