/** A swarm of one node, on the tests' own engine or on one that is started for it. */
import { engineCommand, dockerEngine, type Missing, type TestEngine } from "./engine.ts";

let swarm: TestEngine | Missing | undefined;

/** The engine of the tests as a manager of a swarm. It stays one: it is gone with the engine. */
export function swarmEngine(): TestEngine | Missing {
  swarm ??= makeSwarm(dockerEngine());
  return swarm;
}

/** Not on an engine that is used for other things, and which would be changed by it. */
function makeSwarm(engine: TestEngine | Missing): TestEngine | Missing {
  if ("missing" in engine) return engine;
  try {
    const state = engineCommand(engine, "info", "--format", "{{.Swarm.LocalNodeState}} {{.Swarm.ControlAvailable}}");
    if (state === "active true") return engine;
    if (engine.engineHost === undefined) return { missing: "the engine of this machine is no swarm, and is left so" };
    engineCommand(engine, "swarm", "init", "--advertise-addr", "127.0.0.1");
    return engine;
  } catch (error) {
    return { missing: (error as Error).message };
  }
}

/** Names of all services of the swarm. */
export function servicesOf(engine: TestEngine): readonly string[] {
  const names = engineCommand(engine, "service", "ls", "--format", "{{.Name}}");
  return names === "" ? [] : names.split("\n");
}
