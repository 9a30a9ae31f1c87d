/** An attempt to get out of the sandbox, and what must become of it. */

/** One of the three must hold; `refused` and `breach` together mean either. `CANARY_FILE` in the code is a real path. */
export interface Escape {
  readonly code: string;
  /** The code fails with this in stderr, and its session goes on. */
  readonly refused?: RegExp;
  /** The interpreter is ended, with this in stderr. */
  readonly breach?: RegExp;
  /** The code succeeds, with just this on stdout: it sees nothing of the host. */
  readonly answers?: string;
}
