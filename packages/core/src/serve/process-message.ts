/** What the processes of one server say to each other: one leads, the others serve. */

/** From a process that serves. */
export type MemberMessage =
  | { readonly type: "listening" }
  /** Asks for a slot. Answered by `granted` or `refused`. */
  | { readonly type: "take"; readonly id: number }
  | { readonly type: "free" };

/** From the one that leads. */
export type LeaderMessage =
  | { readonly type: "granted"; readonly id: number }
  | { readonly type: "refused"; readonly id: number; readonly active: number; readonly max: number }
  /** Sessions of all processes now. */
  | { readonly type: "count"; readonly active: number }
  /** Take nothing new, let what runs finish, and end. */
  | { readonly type: "drain" };

/** The variable by which a process knows that it is a member, and the port that all listen on. */
export const MEMBER_VARIABLE = "OPENENV_MEMBER_PORT";
