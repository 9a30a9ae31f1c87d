/**
 * Loads an SDK that is an optional peer dependency, when it is needed and not before.
 */
import { ProviderError } from "../../errors/provider-error.ts";

/** A module's exports, or what loads them: `() => import("e2b")`, which bundlers understand. */
export type SdkSource<Module> = Module | (() => Promise<Module>);

/**
 * @param name the package
 * @param install what to install: `modal@0`
 * @param key an export that the right package has
 * @throws ProviderError with stage `setup` when it is not installed, or is another package of the same name
 */
export async function loadPeer<Module extends object>(
  given: SdkSource<Module> | undefined,
  name: string,
  install: string,
  key: keyof Module & string,
): Promise<Module> {
  const module = await (given === undefined
    ? importPeer(name, install)
    : typeof given === "function"
      ? given()
      : given);
  if (key in module) return module as Module;
  throw new ProviderError("setup", `The package "${name}" has no ${key}: it is another one. Install ${install}.`);
}

async function importPeer(name: string, install: string): Promise<object> {
  try {
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as object;
  } catch (error) {
    throw new ProviderError("setup", `"${name}" cannot be loaded. Install it: npm install ${install}`, {
      cause: error,
    });
  }
}
