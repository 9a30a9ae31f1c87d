/**
 * The worker's side of blocking calls: keeps what was opened, and answers each call with what it gives.
 */
import { carryError } from "./carried-error.ts";
import { HostedChannel } from "./hosted-channel.ts";
import { HostedProvider } from "./hosted-provider.ts";
import type { HostedKind, ThreadCall, ThreadReply, ThreadRequest } from "./thread-message.ts";

type Hosted = AsyncDisposable & Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
type MakeHosted = new (...args: never[]) => AsyncDisposable;

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
    switch (request.type) {
      case "call":
        void this.#answer(request);
        break;
      case "open":
        this.#targets.set(request.target, new KINDS[request.kind](...(request.args as never[])) as Hosted);
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

  async #answer({ id, target, method, args }: ThreadCall): Promise<void> {
    try {
      const event = (value: unknown): void => this.#say({ id, type: "event", value });
      const value = await this.#targets.get(target)?.[method]?.(...args, event);
      this.#say({ id, type: "value", value });
    } catch (error) {
      this.#say({ id, type: "error", error: carryError(error) });
    }
  }
}
