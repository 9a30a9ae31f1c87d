/** `@openenv/core/fleet`: many servers as one. */
export { EnvFleet } from "./env-fleet.ts";
export type { FleetConnectOptions } from "./env-fleet.ts";
export type { FleetCapacity, FleetEvent, FleetOptions, FleetReplica, ReplicaProvider } from "./options.ts";
export { haproxyConfig } from "./haproxy-config.ts";
export type { GatewayServer, HaproxyOptions } from "./haproxy-config.ts";
