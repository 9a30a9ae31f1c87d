/** A small game for rollouts: count down to zero from a number that the seed decides. */
import { GenericEnvClient, type GenericTypes } from "@openenv/core";
import { createEnvServer, defineEnvironment, type EnvironmentDefinition, type EnvServer } from "@openenv/core/server";
import { connectInProcess } from "@openenv/core/testing";
import { genericSpec } from "../server/held-env.ts";

/** An action `{ by: 13 }` fails, `{ by: n }` takes n away and earns n; the episode is done at zero or below. */
const countdown: EnvironmentDefinition<GenericTypes> = defineEnvironment(genericSpec, () => {
  let left = 0;
  return {
    reset: ({ seed = 3 }) => {
      if (seed === 13) throw new Error("an unlucky seed");
      left = seed;
      return { observation: { left }, metadata: { hint: "count down" } };
    },
    step: ({ by }) => {
      if (by === 13) throw new Error("an unlucky number");
      left -= Number(by);
      return { observation: { left }, reward: Number(by), done: left <= 0 };
    },
  };
});

/** A server of it with room for everybody. */
export function countdownServer(): EnvServer {
  return createEnvServer(countdown, { maxConcurrentEnvs: -1, variables: {} });
}

/** That many sessions of a server. */
export function sessions(server: EnvServer, count: number): Promise<GenericEnvClient[]> {
  return Promise.all(Array.from({ length: count }, () => connectInProcess(GenericEnvClient, server)));
}
