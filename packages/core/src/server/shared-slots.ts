/** Slots that several servers share, such as the processes on one port. */

export interface SharedSlots {
  /** Sessions of all servers together, as last heard. */
  readonly active: number;
  /** Takes a slot. Rejects with CapacityReachedError. */
  take(): Promise<void>;
  free(): void;
}
