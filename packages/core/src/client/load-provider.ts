/**
 * Makes a provider of what a caller named: the provider itself, the description of one, or nothing. The one place where
 * a client reaches providers, by an import at run time, so that its own modules stay fit for a browser.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import { ProviderError } from "../errors/provider-error.ts";
import type { Provider, ProviderDescription } from "../providers/provider.ts";

/** A provider, or how to make one. */
export type ProviderSource = Provider | ProviderDescription;

const PROVIDERS = "@openenv/core/providers";

/** What `fromDockerImage` starts with. */
export const DOCKER_PROVIDER: ProviderDescription = { module: PROVIDERS, export: "LocalDockerProvider", options: {} };

/** What `fromEnv` starts with. */
export const HUB_PROVIDER: ProviderDescription = { module: PROVIDERS, export: "HubProvider", options: {} };

/** True for a provider, false for a description. */
export function isProvider(source: ProviderSource): source is Provider {
  return "start" in source;
}

/** @throws InvalidArgumentError when `provider` is neither a provider nor a description */
export function checkProviderSource(source: unknown): asserts source is ProviderSource {
  if (typeof source === "object" && source !== null) {
    if ("start" in source && typeof source.start === "function") return;
    if ("module" in source && "export" in source) {
      if (typeof source.module === "string" && typeof source.export === "string") return;
    }
  }
  throw new InvalidArgumentError(
    "provider",
    "provider must be a provider, or { module, export, options } that says how to make one.",
  );
}

/**
 * @throws ProviderError with stage `setup` when the module cannot be loaded or has no such class, and whatever the
 *   constructor throws
 */
export async function loadProvider(source: ProviderSource): Promise<Provider> {
  if (isProvider(source)) return source;
  const { module, export: name, options } = source;
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = await import(/* @vite-ignore */ /* webpackIgnore: true */ module);
  } catch (error) {
    throw new ProviderError("setup", `Cannot load ${name} from ${module}. ${hint(module)}`, { cause: error });
  }
  const Class = exports[name];
  if (typeof Class !== "function") {
    throw new ProviderError("setup", `There is no ${name} in ${module}. ${hint(module)}`);
  }
  return new (Class as new (options: unknown) => Provider)(options);
}

function hint(module: string): string {
  if (module === PROVIDERS) return "Give the option `provider`: what starts the server.";
  return "Its `module` must be a file URL, as import.meta.url is, or a package; import.meta.resolve(name) gives the URL.";
}
