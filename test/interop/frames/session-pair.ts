/** One session on each of two servers, kept alike: both see the same messages. */
import { RawSocket } from "../harness/raw-socket.ts";
import { type Disagreement, disagreements } from "./disagreement.ts";
import type { Frame } from "./frame.ts";
import { outcomeOf } from "./outcome.ts";

export class SessionPair implements AsyncDisposable {
  readonly #urls: readonly [python: string, ours: string];
  #sockets: readonly [python: RawSocket, ours: RawSocket] | undefined;

  constructor(pythonUrl: string, ourUrl: string) {
    this.#urls = [pythonUrl, ourUrl];
  }

  /** Sends a message to both. Afterwards the sessions are new ones when they may no longer be alike. */
  async ask(frame: Frame): Promise<Disagreement[]> {
    const [python, ours] = (this.#sockets ??= await this.#open());
    const answers = await Promise.all([python.ask(frame), ours.ask(frame)]);
    const [theirs, own] = answers.map(outcomeOf);
    if (theirs === undefined || own === undefined) throw new Error("two sockets give two answers");
    const found = disagreements(frame, theirs, own);
    if (found.length > 0 || mayHaveChanged(frame, theirs.text)) await this.renew();
    return found;
  }

  /** Ends both sessions; the next message goes to new ones. */
  async renew(): Promise<void> {
    const sockets = this.#sockets ?? [];
    this.#sockets = undefined;
    await Promise.all(sockets.map((socket) => socket[Symbol.asyncDispose]()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.renew();
  }

  async #open(): Promise<readonly [RawSocket, RawSocket]> {
    const [python, ours] = this.#urls;
    return [await RawSocket.open(python), await RawSocket.open(ours)];
  }
}

/**
 * Whether an answer on which both agree can leave different sessions behind: a reset of the kit's environments that
 * fails has begun already, and a lone surrogate is kept by one and replaced by the other.
 */
function mayHaveChanged(frame: Frame, outcome: string): boolean {
  if (outcome.startsWith("close ")) return true;
  if (typeof frame !== "string") return false;
  return (outcome.startsWith("error ") && frame.includes('"reset"')) || /\\ud[89a-f]/.test(frame);
}
