/**
 * The types that client and server share: what describes an environment at compile time. Types only, no code.
 */
import type { z } from "zod";

/** A JSON object whose members are not known in advance. */
export type JsonObject = Record<string, unknown>;

/** What a reward may be on the wire: PROTOCOL §2.6 keeps `1`, `1.0` and `true` apart only in Python. */
export type Reward = number | boolean | null;

/** A value, or a promise of it. An environment that returns plain values is served without a promise per message. */
export type MaybePromise<T> = T | PromiseLike<T>;

/**
 * All types of one environment, printed by codegen as one interface per environment. The `…Input` forms are what the
 * writing side may leave defaulted fields out of: a caller writes `actionInput`, the environment reads `action`.
 */
export interface EnvTypes {
  readonly action: object;
  readonly actionInput: object;
  readonly observation: object;
  readonly observationInput: object;
  /** The whole state as it is read: the environment's own fields and {@link BaseState}. */
  readonly state: object;
  /** The state as the environment returns it: the base fields may be left out. */
  readonly stateInput: object;
  /** The environment's own reset parameters, without {@link BaseResetParams}. */
  readonly reset: object;
  readonly resetInput: object;
  /** Tools by name, each a {@link ToolTypes}; empty where an environment has none. */
  readonly tools: object;
}

/** The types of one tool. */
export interface ToolTypes {
  /** What it is called on a client: `echoMessage` for `echo_message`. */
  readonly method: string;
  readonly arguments: object;
  readonly argumentsInput: object;
  readonly result: unknown;
  readonly resultInput: unknown;
}

/** The names of an environment's tools. */
export type ToolName<T extends EnvTypes> = keyof T["tools"] & string;

/** One of them. */
export type ToolOf<T extends EnvTypes, N extends ToolName<T>> = T["tools"][N] extends ToolTypes ? T["tools"][N] : never;

/** The reset parameters that every environment understands. */
export interface BaseResetParams {
  /** A whole number within ±(2^53 − 1); the same seed gives the same episode where the environment supports it. */
  readonly seed?: number | null | undefined;
  /** The name of the new episode; a random UUID when left out. At most 255 characters over HTTP. */
  readonly episode_id?: string | null | undefined;
}

/** The state fields that every environment has. */
export interface BaseState {
  /** The running episode, or `null` before the first reset. */
  readonly episode_id: string | null;
  /** Steps accepted since the last reset. */
  readonly step_count: number;
}

/** What {@link EnvTypes} is for an environment nothing is known about. */
export interface GenericTypes extends EnvTypes {
  readonly action: JsonObject;
  readonly actionInput: JsonObject;
  readonly observation: JsonObject;
  readonly observationInput: JsonObject;
  readonly state: BaseState & JsonObject;
  readonly stateInput: JsonObject;
  readonly reset: JsonObject;
  readonly resetInput: JsonObject;
  readonly tools: Record<never, never>;
}

/** The JSON Schemas (2020-12) an environment publishes on `/schema`, in the form Pydantic gives them (PROTOCOL §8.2). */
export interface EnvJsonSchemas {
  readonly action: JsonObject;
  readonly observation: JsonObject;
  readonly state: JsonObject;
}

/** What is known about one tool without running it. */
export interface ToolManifest {
  readonly name: string;
  /** What it is called on a client. */
  readonly method: string;
  /** Never left out: a Python client cannot list tools without one (PROTOCOL §9.1 row 22). */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly inputSchema: JsonObject;
  /** The JSON Schema of the value; `null` where any value may come. */
  readonly outputSchema: JsonObject | null;
}

/** The validators of one tool. */
export interface ToolValidators {
  readonly name: string;
  readonly arguments: z.ZodType;
  /** `null` where any value may come. */
  readonly result: z.ZodType | null;
}

/** What is known about an environment without running it. */
export interface EnvManifest {
  /** Name on the wire and in `openenv.yaml`, such as `echo_env`. */
  readonly name: string;
  /** Semantic version of the environment. */
  readonly version: string;
  readonly description: string;
  /** `sha256:` and 64 hex digits over the canonical JSON of the three schemas. */
  readonly schemaHash: string;
  readonly jsonSchema: EnvJsonSchemas;
  /** Left out where there are none. */
  readonly tools?: readonly ToolManifest[];
  /** Whether every step is a call of a tool: the environment has no actions of its own. */
  readonly toolsOnly?: boolean;
  /** Sessions at once where neither an option nor `MAX_CONCURRENT_ENVS` says otherwise; −1 is no limit. Default 1. */
  readonly maxConcurrentEnvs?: number;
  /** Where environments run where neither an option nor `OPENENV_EXECUTION` says otherwise. Default `inline`. */
  readonly execution?: "inline" | "worker";
  /** Longest step, in milliseconds, where no option says otherwise. Default: any. */
  readonly stepTimeoutMs?: number;
  /** Port that `serve` listens on by default. Default 8000. */
  readonly port?: number;
}

/** A manifest with the validators of one environment: what generated packages hand to a client or a server. */
export interface EnvSpec<T extends EnvTypes> {
  readonly manifest: EnvManifest;
  /** Accepts the base field `metadata` too. */
  readonly action: z.ZodType<T["action"], T["actionInput"]>;
  /** The environment's own fields only: `reward`, `done` and `metadata` travel beside them. */
  readonly observation: z.ZodType<T["observation"], T["observationInput"]>;
  readonly state: z.ZodType<T["state"], T["stateInput"]>;
  /** Reset parameters beside `seed` and `episode_id`; a loose object takes any. */
  readonly reset: z.ZodType<T["reset"], T["resetInput"]>;
  /** In the order of the manifest's; left out where there are none. */
  readonly tools?: readonly ToolValidators[];
}
