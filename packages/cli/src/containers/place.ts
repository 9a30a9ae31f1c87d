/** Where is looked for what OpenEnv started, from options to core's. */
import type { ClusterOptions, EngineOptions } from "@openenv/core/providers";

import { UsageError } from "../terminal/failure.ts";
import { engineOf, type EngineChoice } from "./engine.ts";

export interface PlaceChoice extends EngineChoice {
  readonly swarm: boolean;
  readonly kubernetes: boolean;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly namespace: string | undefined;
}

/** Of which kind things are, and how the place is reached. */
export type Place =
  | { readonly kind: "containers" | "services"; readonly options: EngineOptions }
  | { readonly kind: "deployments"; readonly options: ClusterOptions };

const OF_ENGINES = ["engine", "host"] as const;
const OF_CLUSTERS = ["kubeconfig", "context", "namespace"] as const;

/**
 * @param command whose help tells more
 * @throws UsageError for options of two places
 */
export function placeOf(choice: PlaceChoice, command: string): Place {
  const { swarm, kubernetes, kubeconfig, context, namespace } = choice;
  if (swarm && kubernetes) throw new UsageError("--swarm and --kubernetes are two places: name one.", command);
  const stray = (kubernetes ? OF_ENGINES : OF_CLUSTERS).find((name) => choice[name] !== undefined);
  if (stray !== undefined) {
    throw new UsageError(`--${stray} is ${kubernetes ? "not for" : "only for"} --kubernetes.`, command);
  }
  if (kubernetes) return { kind: "deployments", options: { kubeconfig, context, namespace } };
  return { kind: swarm ? "services" : "containers", options: engineOf(choice) };
}
