/** One thing that the doctor looked at. */
export interface Finding {
  readonly name: string;
  /** `missing` is something that only some commands need. */
  readonly status: "ok" | "missing" | "wrong";
  readonly found: string;
  /** What to do. */
  readonly next?: string | undefined;
}
