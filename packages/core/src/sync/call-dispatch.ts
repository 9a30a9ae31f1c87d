/**
 * The worker's side of blocking calls: keeps what was opened, and answers each call with what it gives.
 */
import { carryError } from "../errors/carried-error.ts";
import { HostedChannel } from "./hosted-channel.ts";
import { HostedProvider } from "./hosted-provider.ts";
import {
  type HostedKind,
  readTextCall,
  type ThreadCall,
  type ThreadReply,
  type ThreadRequest,
} from "./thread-message.ts";
import { writeTextReply } from "./thread-message.ts";

/** What is kept for the blocked thread. */
export interface Hosted extends AsyncDisposable {
  /** Answers a text; left out where there are no such calls. */
  answer?(method: string, text: string, timeoutMs: number | undefined): Promise<string>;
}

type MakeHosted = new (...args: never[]) => Hosted;
type Methods = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

const KINDS: Readonly<Record<HostedKind, MakeHosted>> = { channel: HostedChannel, provider: HostedProvider };

export class CallDispatch {
  readonly #targets = new Map<number, Hosted>();
  readonly #say: (reply: ThreadReply) => void;
  readonly #beat: () => void;

  constructor(say: (reply: ThreadReply) => void, beat: () => void) {
    this.#say = say;
    this.#beat = beat;
  }

  receive(request: ThreadRequest): void {
    if (typeof request === "string") {
      this.#answerText(request);
      return;
    }
    switch (request.type) {
      case "call":
        void this.#answer(request);
        break;
      case "open":
        this.#targets.set(request.target, new KINDS[request.kind](...(request.args as never[])));
        break;
      case "drop":
        // Nobody waits for it: what fails is told to nobody.
        this.#targets
          .get(request.target)
          ?.[Symbol.asyncDispose]()
          .then(undefined, () => {});
        this.#targets.delete(request.target);
        break;
      case "ping":
        this.#beat();
        break;
    }
  }

  #answerText(request: string): void {
    const { id, target, method, text, timeoutMs } = readTextCall(request);
    this.#targets
      .get(target)
      ?.answer?.(method, text, timeoutMs)
      .then(
        (reply) => this.#say(writeTextReply(id, reply)),
        (error: unknown) => this.#fail(id, error),
      );
  }

  async #answer({ id, target, method, args }: ThreadCall): Promise<void> {
    try {
      const event = (value: unknown): void => this.#say({ id, type: "event", value });
      const value = await (this.#targets.get(target) as Methods | undefined)?.[method]?.(...args, event);
      this.#say({ id, type: "value", value });
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #fail(id: number, error: unknown): void {
    this.#say({ id, type: "error", error: carryError(error) });
  }
}
