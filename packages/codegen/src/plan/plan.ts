/**
 * A plan: every file that generation wants, complete and in memory. Making one reads and writes nothing.
 */

/** Who a file belongs to once it is there. */
export type Ownership =
  /** Generation: it is overwritten, and removed when no longer planned. */
  | "generated"
  /** The author: it is written when absent, and never touched again. */
  | "scaffold"
  /** Both: what is missing is filled in, what the author wrote stays. */
  | "merged";

export interface PlannedFile {
  /** Below the root of the plan, with forward slashes. */
  readonly path: string;
  readonly ownership: Ownership;
  /** The file as it is when nothing is there. Ends with a newline. */
  readonly content: string;
  /** For merged files: the file as it should be, given what is there. */
  readonly merge?: (existing: string) => string;
}

export interface Plan {
  readonly files: readonly PlannedFile[];
  /** Folders in which a generated file that is not planned is a leftover. */
  readonly generatedFolders: readonly string[];
}
