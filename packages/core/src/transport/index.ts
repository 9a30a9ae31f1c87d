/** `@openenv/core/transport`: the seam between a client and whatever carries its messages. */
export { createLinkedPair } from "./linked-pair.ts";
export type { LinkedTransport } from "./linked-pair.ts";
export { connectWebSocket } from "#connect-websocket";
export { fetchDirectly } from "./loopback-http.ts";
export { CLOSE_TIMEOUT_MS } from "./transport.ts";
export type { Connect, Transport, TransportClose, TransportHandlers, TransportOptions } from "./transport.ts";
