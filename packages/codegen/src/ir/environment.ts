/**
 * A whole environment, ready to be printed.
 */
import type { EnvNames } from "@openenv/core/schema";
import type { Model } from "./model.ts";
import type { Node } from "./node.ts";
import type { Tool } from "./tool.ts";

export interface EnvironmentIr {
  readonly names: EnvNames;
  readonly version: string;
  readonly description: string;
  readonly port: number | undefined;
  readonly maxConcurrentEnvs: number | undefined;
  readonly stepTimeoutMs: number | undefined;
  readonly execution: "inline" | "worker" | undefined;
  /** All named models of the four parts and of the tools, those that a type is used in before those it uses. */
  readonly models: readonly Model[];
  readonly action: Node;
  readonly observation: Node;
  readonly state: Node;
  readonly reset: Node;
  /** In the order of their declaration. */
  readonly tools: readonly Tool[];
  /** Whether every step is a call of a tool: `action` is that call, and `observation` what a reset answers. */
  readonly toolsOnly: boolean;
}

/** A single schema, for `--emit schema`. */
export interface SchemaIr {
  readonly name: string;
  readonly models: readonly Model[];
  readonly root: Node;
}
