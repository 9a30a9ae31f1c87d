/** Sizes and times that both ends agree on (PROTOCOL §10.4, §10.5). */

/** Largest message a server takes, in bytes: 16 MiB, as the Python server does. */
export const SERVER_MAX_MESSAGE_BYTES: number = 16 * 1024 * 1024;

/** Largest message a client takes, in bytes: 100 MiB, as the Python client does. */
export const CLIENT_MAX_MESSAGE_BYTES: number = 100 * 1024 * 1024;

/** Time between protocol pings, in milliseconds, at either end. */
export const PING_INTERVAL_MS = 20_000;

/** Time a peer has to answer a ping, in milliseconds. */
export const PING_TIMEOUT_MS = 20_000;

/** Longest `episode_id` and `request_id` over HTTP, in characters. */
export const MAX_ID_LENGTH = 255;
