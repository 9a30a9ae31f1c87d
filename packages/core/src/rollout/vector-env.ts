/**
 * Several sessions, of one server or of many, stepped as one.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import type { EnvMethods, ResetInput } from "../client/env-methods.ts";
import type { CallOptions } from "../client/options.ts";
import type { EnvTypes, JsonObject, Reward } from "../types.ts";
import { type Autoreset, type VectorEntry, VectorMember } from "./vector-member.ts";

/** The answers of all environments, one list for each part, in the order of the environments. */
export interface VectorResult<T extends EnvTypes> {
  /** `null` where the call failed. */
  readonly observations: readonly (T["observation"] | null)[];
  readonly rewards: readonly Reward[];
  readonly dones: readonly boolean[];
  readonly metadata: readonly JsonObject[];
  /** The end of the episode before, where `same-step` was to begin a new one. */
  readonly finals: readonly VectorEntry<T>["final"][];
  /** What failed, by environment; `undefined` where nothing did. */
  readonly errors: readonly unknown[];
}

/** Options of a {@link VectorEnv}. */
export interface VectorEnvOptions {
  /**
   * Default `next-step`, as in Gymnasium. An episode that begins by itself has the parameters of its environment's last
   * `reset`, without `episode_id`; where there was a seed, the k-th has the seed plus k times the number of
   * environments, so that a seeded vector is the same each time, and that seeds in a row never meet.
   */
  readonly autoreset?: Autoreset | undefined;
}

/** Options of {@link VectorEnv.reset}. */
export interface VectorResetOptions<T extends EnvTypes> extends CallOptions {
  /** One seed for each environment, or one number: environment `i` gets `seed + i`, as in Gymnasium. */
  readonly seed?: number | readonly number[] | undefined;
  /** Parameters for all, besides the seed. */
  readonly params?: ResetInput<T> | undefined;
  /** Which environments; the lists of the result are in this order. Default: all. */
  readonly indices?: readonly number[] | undefined;
}

/** Somebody who waits for answers of {@link VectorEnv.sendBatch}. */
interface Receiver<T extends EnvTypes> {
  readonly count: number;
  readonly give: (entries: VectorEntry<T>[]) => void;
}

export class VectorEnv<T extends EnvTypes> implements AsyncDisposable {
  readonly #members: readonly VectorMember<T>[];
  /** Environments with a call under way. */
  readonly #busy = new Set<number>();
  /** How many of them were sent by {@link sendBatch} and not asked for yet. */
  #sent = 0;
  /** Answers nobody has asked for yet, in the order they came. */
  readonly #arrived: VectorEntry<T>[] = [];
  readonly #receivers: Receiver<T>[] = [];

  /**
   * @param envs sessions that nothing else uses; they are closed with this
   * @throws InvalidArgumentError without any
   */
  constructor(envs: readonly EnvMethods<"async", T>[], { autoreset = "next-step" }: VectorEnvOptions = {}) {
    if (envs.length === 0) throw new InvalidArgumentError("envs", "A VectorEnv needs at least one environment.");
    checkAutoreset(autoreset);
    this.#members = envs.map((env, index) => new VectorMember(index, env, autoreset, envs.length));
  }

  /** Number of environments. */
  get size(): number {
    return this.#members.length;
  }

  /**
   * Begins new episodes. One that fails is told in `errors`; the others go on.
   *
   * @throws InvalidArgumentError when there are more or fewer seeds than environments, or one has not answered yet
   */
  async reset(options: VectorResetOptions<T> = {}): Promise<VectorResult<T>> {
    const { seed, params, indices = [...this.#members.keys()], ...limits } = options;
    if (typeof seed === "object" && seed.length !== indices.length) {
      throw new InvalidArgumentError("seed", `${seed.length} seeds were given for ${indices.length} environments.`);
    }
    const resets = indices.map((index, position) => {
      const own = typeof seed === "number" ? seed + index : seed?.[position];
      return own === undefined ? params : { ...params, seed: own };
    });
    return this.#all(indices, (member, position) => member.reset(resets[position], limits));
  }

  /**
   * One action for each environment, all at once.
   *
   * @throws InvalidArgumentError when there are more or fewer actions than environments, or one has not answered yet
   */
  async step(actions: readonly T["actionInput"][], options?: CallOptions): Promise<VectorResult<T>> {
    if (actions.length !== this.size) {
      throw new InvalidArgumentError("actions", `${actions.length} actions were given for ${this.size} environments.`);
    }
    return this.#all([...actions.keys()], (member, index) => member.step(actions[index] as T["actionInput"], options));
  }

  /**
   * Sends actions to some environments without waiting for them; {@link recv} gives the answers as they come.
   *
   * @throws InvalidArgumentError when an environment is not there, or has not answered its last action
   */
  sendBatch(actions: ReadonlyMap<number, T["actionInput"]>, options?: CallOptions): void {
    const members = [...actions.keys()].map((index) => this.#memberFree(index));
    this.#sent += members.length;
    for (const [position, [index, action]] of [...actions].entries()) {
      this.#busy.add(index);
      void members[position]?.step(action, options).then((entry) => this.#arrive(entry));
    }
  }

  /**
   * The answers of the `count` environments that finished first, in the order they did.
   *
   * @param count default 1; at most as many as {@link sendBatch} has sent and nobody has asked for yet
   * @throws InvalidArgumentError for any other count
   */
  async recv(count = 1): Promise<VectorEntry<T>[]> {
    if (!Number.isSafeInteger(count) || count < 1 || count > this.#sent) {
      throw new InvalidArgumentError("count", `${count} answers were asked for, but ${this.#sent} are to come.`);
    }
    this.#sent -= count;
    return new Promise((give) => {
      this.#receivers.push({ count, give });
      this.#handOut();
    });
  }

  /** Closes every session. */
  async close(): Promise<void> {
    const ends = await Promise.allSettled(this.#members.map((member) => member.close()));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Nothing is done for any when one cannot be asked. */
  async #all(
    indices: readonly number[],
    call: (member: VectorMember<T>, position: number) => Promise<VectorEntry<T>>,
  ): Promise<VectorResult<T>> {
    const members = indices.map((index) => this.#memberFree(index));
    if (new Set(indices).size < indices.length) {
      throw new InvalidArgumentError("indices", "An environment can be named once only.");
    }
    for (const index of indices) this.#busy.add(index);
    const entries = await Promise.all(members.map(call));
    for (const index of indices) this.#busy.delete(index);
    return toResult(entries);
  }

  #arrive(entry: VectorEntry<T>): void {
    this.#arrived.push(entry);
    this.#handOut();
  }

  #handOut(): void {
    for (let [first] = this.#receivers; first !== undefined; [first] = this.#receivers) {
      if (this.#arrived.length < first.count) return;
      const entries = this.#arrived.splice(0, first.count);
      for (const { index } of entries) this.#busy.delete(index);
      this.#receivers.shift();
      first.give(entries);
    }
  }

  #memberFree(index: number): VectorMember<T> {
    const member = this.#members[index];
    if (member === undefined) {
      throw new InvalidArgumentError("index", `There is no environment ${index}: there are ${this.size}.`);
    }
    if (this.#busy.has(index)) {
      throw new InvalidArgumentError(
        "index",
        `Environment ${index} has a call under way, or an answer that nobody has asked for: call recv() first.`,
      );
    }
    return member;
  }
}

function toResult<T extends EnvTypes>(entries: readonly VectorEntry<T>[]): VectorResult<T> {
  return {
    observations: entries.map(({ observation }) => observation),
    rewards: entries.map(({ reward }) => reward),
    dones: entries.map(({ done }) => done),
    metadata: entries.map(({ metadata }) => metadata),
    finals: entries.map(({ final }) => final),
    errors: entries.map(({ error }) => error),
  };
}

function checkAutoreset(autoreset: Autoreset): void {
  if (autoreset === "next-step" || autoreset === "same-step" || autoreset === "disabled") return;
  throw new InvalidArgumentError(
    "autoreset",
    `autoreset is ${JSON.stringify(autoreset)}. It must be "next-step", "same-step" or "disabled".`,
  );
}
