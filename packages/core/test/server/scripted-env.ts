/** An environment that does what its test says, with the loosest of schemas. */
import type { EnvSpec, GenericTypes, JsonObject } from "@openenv/core";
import {
  createEnvServer,
  defineEnvironment,
  type Environment,
  type EnvServer,
  type EnvServerOptions,
} from "@openenv/core/server";
import { z } from "zod";

const open: JsonObject = { type: "object", properties: {}, additionalProperties: true };

export const openSpec: EnvSpec<GenericTypes> = {
  manifest: {
    name: "scripted_env",
    version: "1.0.0",
    description: "Does as it is told",
    schemaHash: "",
    jsonSchema: { action: open, observation: open, state: open },
  },
  action: z.looseObject({}),
  observation: z.looseObject({}),
  state: z.looseObject({ episode_id: z.string().nullable(), step_count: z.int() }),
  reset: z.looseObject({}),
};

export const answer: { readonly observation: JsonObject; readonly reward: null; readonly done: boolean } = {
  observation: {},
  reward: null,
  done: false,
};

/** A server of it that is ready; what is left out answers with nothing in it. */
export async function serverOf(
  script: Partial<Environment<GenericTypes>>,
  options: EnvServerOptions = {},
): Promise<EnvServer> {
  const environment: Environment<GenericTypes> = { reset: () => answer, step: () => answer, ...script };
  const definition = defineEnvironment(openSpec, () => environment);
  const server = createEnvServer(definition, { maxConcurrentEnvs: -1, variables: {}, ...options });
  await server.ready;
  return server;
}

/** A promise that the test settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function defer<T>(): Deferred<T> {
  let resolve: (value: T) => void = nothing;
  let reject: (error: unknown) => void = nothing;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

function nothing(): void {}
