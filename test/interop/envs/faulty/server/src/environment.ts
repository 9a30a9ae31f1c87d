/** Fails when told to. It counts its steps itself, since a step that raises late counts as well. */
import { defineFaultyEnvironment } from "./gen/index.ts";

export default defineFaultyEnvironment(() => {
  let steps = 0;
  let isBroken = false;
  return {
    reset: ({ fail }) => {
      if (fail) throw new Error("faulty: reset failed");
      isBroken = false;
      steps = 0;
      return { observation: { result: "ready" } };
    },
    step: ({ command }) => {
      if (command === "raise") throw new Error("faulty: raised");
      steps += 1;
      switch (command) {
        case "raise_late":
          throw new Error("faulty: raised late");
        case "bad_observation":
          return { observation: { result: null as unknown as string }, reward: null, done: false };
        case "unserializable":
          return { observation: { result: "odd", payload: () => "a function" }, reward: null, done: false };
        case "not_finite":
          return { observation: { result: "inf", payload: Number.NaN }, reward: Number.POSITIVE_INFINITY, done: false };
        case "break_state":
          isBroken = true;
      }
      return { observation: { result: command }, reward: null, done: false };
    },
    state: () => {
      if (isBroken) throw new Error("faulty: state is broken");
      return { step_count: steps };
    },
  };
});
