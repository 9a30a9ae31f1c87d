/** How pods are reached. Types only, no code. */
import type { ProviderEndpoint } from "../provider.ts";
import type { Pod } from "./kube-objects.ts";

export interface PodAccess {
  /** Addresses of pods that are ready. What was made for those that are gone is let go. */
  endpoints(ready: readonly Pod[], signal?: AbortSignal): Promise<readonly ProviderEndpoint[]>;
  close(): Promise<void>;
}
