/**
 * Everything a client is made of before it does anything. Async and blocking clients start from the same.
 */
import { type BaseUrl, parseBaseUrl } from "../protocol/base-url.ts";
import type { Connect } from "../transport/transport.ts";
import type { EnvSpec, EnvTypes } from "../types.ts";
import { EnvCodec } from "./env-codec.ts";
import { ToolCodec } from "./tool-codec.ts";
import type { Fetch } from "./http-question.ts";
import { type ClientOptions, type ClientSettings, resolveClientOptions } from "./options.ts";

export interface ClientSetup<T extends EnvTypes> {
  readonly url: BaseUrl;
  readonly settings: ClientSettings;
  readonly codec: EnvCodec<T>;
  readonly tools: ToolCodec<T>;
  /** In place of a WebSocket. */
  readonly connect: Connect | undefined;
  /** In place of the runtime's own. */
  readonly fetch: Fetch | undefined;
}

/** @throws InvalidArgumentError naming the option that is wrong */
export function setUpClient<T extends EnvTypes>(options: ClientOptions, spec: EnvSpec<T> | undefined): ClientSetup<T> {
  const settings = resolveClientOptions(options);
  return {
    url: parseBaseUrl(options.baseUrl),
    settings,
    codec: new EnvCodec(settings.validate ? spec : undefined),
    tools: new ToolCodec(spec, settings.validate, settings.toolCalls),
    connect: options.connect,
    fetch: options.fetch,
  };
}
