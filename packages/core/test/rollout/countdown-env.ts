/** A small game for rollouts: count down to zero from a number that the seed decides. */
import { GenericEnvClient, type GenericTypes, type JsonObject } from "@openenv/core";
import {
  createEnvServer,
  defineEnvironment,
  type Environment,
  type EnvironmentDefinition,
  type EnvServer,
} from "@openenv/core/server";
import { connectInProcess } from "@openenv/core/testing";
import { genericSpec } from "../server/held-env.ts";

/** An action `{ by: 13 }` fails, `{ by: "never" }` waits until nobody wants to know, `{ by: n }` takes n away and earns n; the episode is done at zero or below. */
function countdown(onReset: (params: JsonObject) => void): EnvironmentDefinition<GenericTypes> {
  return defineEnvironment(genericSpec, () => play(onReset));
}

function play(onReset: (params: JsonObject) => void): Environment<GenericTypes> {
  let left = 0;
  return {
    reset: (params) => {
      const { seed = 3 } = params;
      onReset(params);
      if (seed === 13) throw new Error("an unlucky seed");
      left = seed;
      return { observation: { left }, metadata: { hint: "count down" } };
    },
    step: ({ by }, { signal }) => {
      if (by === 13) throw new Error("an unlucky number");
      if (by === "never") return new Promise((_, give) => signal.addEventListener("abort", () => give(signal.reason)));
      left -= Number(by);
      return { observation: { left }, reward: Number(by), done: left <= 0 };
    },
  };
}

/** A server of it with room for everybody. */
export function countdownServer(onReset: (params: JsonObject) => void = () => {}): EnvServer {
  return createEnvServer(countdown(onReset), { maxConcurrentEnvs: -1, variables: {} });
}

/** That many sessions of a server. */
export function sessions(server: EnvServer, count: number): Promise<GenericEnvClient[]> {
  return Promise.all(Array.from({ length: count }, () => connectInProcess(GenericEnvClient, server)));
}
