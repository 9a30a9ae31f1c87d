/** A sandbox worker that is a thread. */
import { parentPort } from "node:worker_threads";
import type { HostMessage } from "../sandbox/messages.ts";
import { createWorkerLoop } from "./worker-loop.ts";

const port = parentPort;
if (port === null) throw new Error("This file is the program of a sandbox worker; the server starts it.");
const receive = createWorkerLoop((message) => port.postMessage(message));
port.on("message", (message: HostMessage) => void receive(message));
