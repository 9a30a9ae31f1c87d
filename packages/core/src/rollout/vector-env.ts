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
  /** The end of the episode before, where `same-step` has begun a new one. */
  readonly finals: readonly VectorEntry<T>["final"][];
  /** What failed, by environment; `undefined` where nothing did. */
  readonly errors: readonly unknown[];
}

/** Options of a {@link VectorEnv}. */
export interface VectorEnvOptions {
  /** Default `next-step`, as in Gymnasium. */
  readonly autoreset?: Autoreset | undefined;
}

/** Options of {@link VectorEnv.reset}. */
export interface VectorResetOptions<T extends EnvTypes> extends CallOptions {
  /** One seed for each environment, or one number: environment `i` gets `seed + i`, as in Gymnasium. */
  readonly seed?: number | readonly number[] | undefined;
  /** Parameters for all, besides the seed. */
  readonly params?: ResetInput<T> | undefined;
  /** Which environments. Default: all. */
  readonly indices?: readonly number[] | undefined;
}

export class VectorEnv<T extends EnvTypes> implements AsyncDisposable {
  readonly #members: readonly VectorMember<T>[];
  /** Environments with a call under way, and what it will answer. */
  readonly #pending = new Map<number, Promise<VectorEntry<T>>>();

  /**
   * @param envs sessions that nothing else uses; they are closed with this
   * @throws InvalidArgumentError without any
   */
  constructor(envs: readonly EnvMethods<"async", T>[], { autoreset = "next-step" }: VectorEnvOptions = {}) {
    if (envs.length === 0) throw new InvalidArgumentError("envs", "A VectorEnv needs at least one environment.");
    this.#members = envs.map((env, index) => new VectorMember(index, env, autoreset));
  }

  /** Number of environments. */
  get size(): number {
    return this.#members.length;
  }

  /** Begins new episodes. One that fails is told in `errors`; the others go on. */
  async reset(options: VectorResetOptions<T> = {}): Promise<VectorResult<T>> {
    const { seed, params, indices = [...this.#members.keys()], ...limits } = options;
    if (typeof seed === "object" && seed.length !== indices.length) {
      throw new InvalidArgumentError("seed", `${seed.length} seeds were given for ${indices.length} environments.`);
    }
    const entries = indices.map((index, position) => {
      const own = typeof seed === "number" ? seed + index : seed?.[position];
      const withSeed = own === undefined ? params : ({ ...params, seed: own } as ResetInput<T>);
      return this.#start(index, (member) => member.reset(withSeed, limits));
    });
    return this.#collect(await Promise.all(entries));
  }

  /**
   * One action for each environment, all at once.
   *
   * @throws InvalidArgumentError when there are more or fewer actions than environments
   */
  async step(actions: readonly T["actionInput"][], options?: CallOptions): Promise<VectorResult<T>> {
    if (actions.length !== this.size) {
      throw new InvalidArgumentError("actions", `${actions.length} actions were given for ${this.size} environments.`);
    }
    const entries = actions.map((action, index) => this.#start(index, (member) => member.step(action, options)));
    return this.#collect(await Promise.all(entries));
  }

  /**
   * Sends actions to some environments without waiting for them; {@link recv} gives the answers as they come.
   *
   * @throws InvalidArgumentError when an environment is not there, or has not answered its last action
   */
  sendBatch(actions: ReadonlyMap<number, T["actionInput"]>, options?: CallOptions): void {
    for (const index of actions.keys()) this.#memberFree(index);
    for (const [index, action] of actions) void this.#start(index, (member) => member.step(action, options));
  }

  /**
   * The answers of whichever environments finished first, at least `count` of them.
   *
   * @param count default 1; at most as many as have been sent an action
   * @throws InvalidArgumentError when fewer have
   */
  async recv(count = 1): Promise<VectorEntry<T>[]> {
    if (count > this.#pending.size) {
      throw new InvalidArgumentError(
        "count",
        `${count} answers were asked for, but ${this.#pending.size} are under way.`,
      );
    }
    const entries: VectorEntry<T>[] = [];
    while (entries.length < count) {
      const entry = await Promise.race(this.#pending.values());
      this.#pending.delete(entry.index);
      entries.push(entry);
    }
    return entries;
  }

  /** Closes every session. */
  async close(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.close()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #start(index: number, call: (member: VectorMember<T>) => Promise<VectorEntry<T>>): Promise<VectorEntry<T>> {
    const entry = call(this.#memberFree(index));
    this.#pending.set(index, entry);
    return entry;
  }

  #memberFree(index: number): VectorMember<T> {
    const member = this.#members[index];
    if (member === undefined) {
      throw new InvalidArgumentError("index", `There is no environment ${index}: there are ${this.size}.`);
    }
    if (this.#pending.has(index)) {
      throw new InvalidArgumentError(
        "index",
        `Environment ${index} has not answered its last action: call recv() first.`,
      );
    }
    return member;
  }

  #collect(entries: readonly VectorEntry<T>[]): VectorResult<T> {
    for (const { index } of entries) this.#pending.delete(index);
    return {
      observations: entries.map(({ observation }) => observation),
      rewards: entries.map(({ reward }) => reward),
      dones: entries.map(({ done }) => done),
      metadata: entries.map(({ metadata }) => metadata),
      finals: entries.map(({ final }) => final),
      errors: entries.map(({ error }) => error),
    };
  }
}
