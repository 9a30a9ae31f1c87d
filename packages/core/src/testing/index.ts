/** `@openenv/core/testing`: what tests of an environment need. */
export { connectInProcess } from "./connect-in-process.ts";
export type { InProcessOptions } from "./connect-in-process.ts";
export { linkTo } from "./link-to.ts";
export { createLinkedPair } from "../transport/linked-pair.ts";
export type { LinkedTransport } from "../transport/linked-pair.ts";
