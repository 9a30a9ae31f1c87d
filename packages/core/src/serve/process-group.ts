/**
 * Several processes of one server on one port (`--workers`, `WORKERS`): starts them, replaces one that died, counts the
 * sessions of all, and ends all. It serves nothing itself.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { clearTimeout, setTimeout } from "node:timers";
import type { Logger } from "../server/logger.ts";
import { cannotListen } from "./listening.ts";
import type { LeaderMessage, MemberMessage } from "./process-message.ts";
import { ProcessSlots, type SlotHolder } from "./process-slots.ts";
import { startMember } from "./process-start.ts";

export interface ProcessGroupOptions {
  readonly size: number;
  readonly port: number;
  /** Sessions of all processes; `Infinity` where there is no limit. */
  readonly maxSessions: number;
  readonly logger: Logger | undefined;
}

/** A process that has lived for less than this is replaced only after it, in milliseconds. */
const RESTART_MS = 1000;

interface Member extends SlotHolder {
  readonly child: ChildProcess;
  readonly listens: Promise<void>;
  readonly ended: Promise<unknown>;
}

export class ProcessGroup {
  readonly #options: ProcessGroupOptions;
  readonly #slots: ProcessSlots;
  readonly #members = new Set<Member>();
  readonly #restarts = new Set<ReturnType<typeof setTimeout>>();
  #stopping = false;

  private constructor(options: ProcessGroupOptions) {
    this.#options = options;
    this.#slots = new ProcessSlots(options.maxSessions);
  }

  /**
   * Resolves when every process listens.
   *
   * @throws Error when one of them ends before that
   */
  static async start(options: ProcessGroupOptions): Promise<ProcessGroup> {
    const group = new ProcessGroup(options);
    const members = Array.from({ length: options.size }, () => group.#start());
    try {
      await Promise.all(members.map(({ listens }) => listens));
    } catch (error) {
      await group.stop();
      throw error;
    }
    return group;
  }

  /** Has every process take nothing new and let what runs finish; settled when all have ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const restart of this.#restarts) clearTimeout(restart);
    for (const member of this.#members) member.tell({ type: "drain" });
    await Promise.all([...this.#members].map(({ ended }) => ended));
  }

  #start(): Member {
    const startedAt = performance.now();
    const child = startMember(this.#options.port);
    let hasListened = false;
    const listens = new Promise<void>((resolve, reject) => {
      child.on("message", (message) => {
        const said = message as MemberMessage;
        if (said.type === "take") this.#slots.take({ holder: member, id: said.id });
        else if (said.type === "free") this.#slots.free(member);
        else if (said.type === "listening") {
          hasListened = true;
          resolve();
        }
      });
      child.once("error", reject);
      child.once("exit", (code, signal) => {
        reject(new Error(`A process of the server ended before it listened: ${signal ?? `exit code ${code}`}.`));
      });
    });
    listens.catch(() => {});
    const ended = new Promise<void>((resolve) => {
      child.once("error", () => resolve());
      child.once("exit", () => resolve());
    });
    const tell = (message: LeaderMessage): void => {
      if (child.connected) child.send(message, () => {});
    };
    const member: Member = { child, listens, ended, tell };
    this.#members.add(member);
    this.#slots.join(member);
    child.once("exit", (code, signal) => {
      this.#members.delete(member);
      this.#slots.leave(member);
      if (this.#stopping) return;
      const how = signal ?? `exit code ${code}`;
      this.#options.logger?.error(`A process of the server has ended (${how}); another one takes its place.`, {
        process: child.pid,
      });
      this.#replace(hasListened ? Math.max(0, RESTART_MS - (performance.now() - startedAt)) : RESTART_MS);
    });
    return member;
  }

  #replace(afterMs: number): void {
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      this.#start();
    }, afterMs);
    this.#restarts.add(restart);
  }
}

/**
 * The port that the processes will share: `port`, or a free one for 0.
 *
 * @throws InvalidArgumentError when another server has it, which sharing it would hide
 */
export async function claimPort(port: number, hostname: string): Promise<number> {
  const server = createServer();
  server.listen(port, hostname);
  try {
    await once(server, "listening");
  } catch (error) {
    throw cannotListen(error, { hostname, port });
  }
  const claimed = (server.address() as AddressInfo).port;
  server.close();
  await once(server, "close");
  return claimed;
}
