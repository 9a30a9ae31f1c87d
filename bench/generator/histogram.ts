/** Latencies in counted boxes, so that millions of them cost no memory. No I/O. */

/** Below this a box is one microsecond wide, above it 64. */
const FINE_MICROSECONDS = 8192;
const COARSE_WIDTH = 64;
const BOXES = FINE_MICROSECONDS + 65_536;

export class Histogram {
  readonly #boxes = new Uint32Array(BOXES);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Counts one latency, in milliseconds; more than about 4 s counts as that. */
  record(milliseconds: number): void {
    const microseconds = milliseconds * 1000;
    const box =
      microseconds < FINE_MICROSECONDS
        ? microseconds | 0
        : Math.min(BOXES - 1, FINE_MICROSECONDS + Math.floor((microseconds - FINE_MICROSECONDS) / COARSE_WIDTH));
    this.#boxes[box] = (this.#boxes[box] ?? 0) + 1;
    this.#count += 1;
  }

  /** The latency that `share` (0 to 1) of all do not exceed, in milliseconds; `NaN` when there are none. */
  quantile(share: number): number {
    let left = Math.ceil(this.#count * share);
    if (left === 0) return Number.NaN;
    for (let box = 0; box < BOXES; box += 1) {
      left -= this.#boxes[box] ?? 0;
      if (left <= 0) return upperEdge(box) / 1000;
    }
    return Number.NaN;
  }
}

function upperEdge(box: number): number {
  return box < FINE_MICROSECONDS ? box + 1 : FINE_MICROSECONDS + (box - FINE_MICROSECONDS + 1) * COARSE_WIDTH;
}
