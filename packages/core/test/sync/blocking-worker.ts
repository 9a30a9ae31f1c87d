/** A worker of a program's own that steps with a blocking client. */
import { type MessagePort, workerData } from "node:worker_threads";
import { GenericEnvClient } from "@openenv/core";

const { url, port } = workerData as { url: string; port: MessagePort };
using env = GenericEnvClient.sync(url);
port.postMessage(env.reset({ a: 1 }).observation);
