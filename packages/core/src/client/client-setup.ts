/**
 * Everything a client is made of before it does anything. Async and blocking clients start from the same.
 */
import { type BaseUrl, parseBaseUrl } from "../protocol/base-url.ts";
import type { Connect } from "../transport/transport.ts";
import { InvalidArgumentError } from "../errors/local-errors.ts";
import type { EnvManifest, EnvSpec, EnvTypes } from "../types.ts";
import { EnvCodec } from "./env-codec.ts";
import { ToolCodec } from "./tool-codec.ts";
import type { Fetch } from "./http-question.ts";
import { type ClientOptions, type ClientSettings, resolveClientOptions, type VerifySchema } from "./options.ts";

export interface ClientSetup<T extends EnvTypes> {
  readonly url: BaseUrl;
  readonly settings: ClientSettings;
  readonly codec: EnvCodec<T>;
  readonly tools: ToolCodec<T>;
  /** What the server's schemas are compared with before the first call, if they are. */
  readonly verify: SchemaVerification | undefined;
  /** In place of a WebSocket. */
  readonly connect: Connect | undefined;
  /** In place of the runtime's own. */
  readonly fetch: Fetch | undefined;
}

export interface SchemaVerification {
  readonly mode: Exclude<VerifySchema, false>;
  readonly manifest: EnvManifest;
}

/** @throws InvalidArgumentError naming the option that is wrong */
export function setUpClient<T extends EnvTypes>(options: ClientOptions, spec: EnvSpec<T> | undefined): ClientSetup<T> {
  const settings = resolveClientOptions(options);
  return {
    url: parseBaseUrl(options.baseUrl),
    settings,
    codec: new EnvCodec(settings.validate ? spec : undefined),
    tools: new ToolCodec(spec, settings.validate, settings.toolCalls),
    verify: verification(options.verifySchema ?? false, spec?.manifest),
    connect: options.connect,
    fetch: options.fetch,
  };
}

function verification(mode: VerifySchema, manifest: EnvManifest | undefined): SchemaVerification | undefined {
  if (mode === false) return undefined;
  if (mode !== "warn" && mode !== "error") {
    throw new InvalidArgumentError(
      "verifySchema",
      `verifySchema is ${String(mode)}. It must be "warn", "error" or false.`,
    );
  }
  if (manifest !== undefined) return { mode, manifest };
  throw new InvalidArgumentError(
    "verifySchema",
    "verifySchema needs a client that was generated: this one has no schemas to compare the server's with.",
  );
}
