/** A page that drives servers. What it does on demand is in `globalThis.driver`; what it gives back is plain data. */
import * as core from "@openenv/core";
import { EchoEnv } from "@openenv/echo-env";

const { ClientClosedError, GenericEnvClient, OpenEnvError, ValidationError } = core;

/** What the page saw of an error. */
export interface SeenError {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

const driver = {
  /** An episode of the typed client, with its schemas checked over HTTP before. */
  async typedEpisode(url: string) {
    const env = await EchoEnv.connect(url, { verifySchema: "error" });
    const reset = await env.reset({ seed: 7, episode_id: "in a page" });
    const step = await env.step({ message: "世界" });
    const refused = await errorOf(env.step({ message: "" }), ValidationError);
    const state = await env.state();
    await env.close();
    const closed = await errorOf(env.reset(), ClientClosedError);
    return { reset: reset.observation, step, refused, state, closed };
  },

  /** The same by the client that knows no types: what does not fit is refused by the server. */
  async genericEpisode(url: string) {
    const env = await GenericEnvClient.connect(url);
    const reset = await env.reset({ seed: 7 });
    const step = await env.step({ message: "hi" });
    const refused = await errorOf(env.step({ message: 1 }), ValidationError);
    const state = await env.state();
    await env.close();
    return { reset: reset.observation, step, refused, state };
  },

  /** What becomes of an attempt to connect. */
  connectError: (url: string) => errorOf(EchoEnv.connect(url), OpenEnvError),

  /** What becomes of an attempt to block this thread, in both spellings. */
  async blockingErrors(url: string) {
    return {
      fromClass: await errorOf(() => EchoEnv.sync(url).reset(), OpenEnvError),
      fromClient: await errorOf(() => new EchoEnv({ baseUrl: url }).sync().reset(), OpenEnvError),
    };
  },

  /** The error classes of the package by the name they are exported as, and the name each has in this bundle. */
  errorNames: () =>
    Object.entries(core)
      .filter(([exported]) => exported.endsWith("Error"))
      .map(([exported, { name }]) => [exported, name] as const),
};

export type Driver = typeof driver;
Object.assign(globalThis, { driver });

/** @throws Error when nothing fails, or with another error than one of `type` */
async function errorOf(
  attempt: Promise<unknown> | (() => unknown),
  type: abstract new (...args: never[]) => core.OpenEnvError,
): Promise<SeenError> {
  try {
    await (typeof attempt === "function" ? attempt() : attempt);
  } catch (error) {
    if (!(error instanceof type)) throw error;
    return { name: error.name, code: error.code, message: error.message };
  }
  throw new Error(`Expected ${type.name}, and nothing failed`);
}
