/**
 * Seeded random numbers for environments: the same seed gives the same episode on every runtime.
 */
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

/** A stream of random numbers. */
export interface Random {
  /** A number from 0 up to but not including 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** One of the items, each as likely as the others. */
  pick<Item>(items: readonly Item[]): Item;
  /** The items in random order, as a new array. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** A stream that can begin anew, for whoever holds it. */
export interface SeededRandom extends Random {
  /** @param seed as of {@link seededRandom} */
  seed(seed: number): void;
}

/**
 * A stream that depends on the seed alone.
 *
 * @param seed a whole number within ±(2^53 − 1); every bit of it counts
 */
export function seededRandom(seed: number): SeededRandom {
  let generator = xoroshiro128plusFromState(spread(seed));
  const integer = (min: number, max: number): number => uniformInt(generator, min, max);
  return {
    seed(next) {
      generator = xoroshiro128plusFromState(spread(next));
    },
    next: () => uniformFloat64(generator),
    integer,
    pick<Item>(items: readonly Item[]): Item {
      if (items.length === 0) throw new RangeError("There is nothing to pick from.");
      return items[integer(0, items.length - 1)] as Item;
    },
    shuffle<Item>(items: readonly Item[]): Item[] {
      const result = [...items];
      for (let last = result.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        [result[last], result[other]] = [result[other] as Item, result[last] as Item];
      }
      return result;
    },
  };
}

/** A seed that nobody chose. */
export function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

/** The generator's four words from every bit of the seed, as its authors advise: by splitmix32. */
function spread(seed: number): [number, number, number, number] {
  let word = seed | 0;
  const next = (): number => {
    word = (word + 0x9e37_79b9) | 0;
    let mixed = Math.imul(word ^ (word >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return mixed ^ (mixed >>> 15);
  };
  // The upper bits go in behind the lower ones have been mixed, so that neither can undo the other.
  word = next() ^ Math.floor(seed / 2 ** 32);
  return [next(), next(), next(), next()];
}
