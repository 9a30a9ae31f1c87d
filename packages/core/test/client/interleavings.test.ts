/** Random interleavings of calls, replies, aborts and drops: no reply ever reaches another call. */
import { expect, test } from "bun:test";
import { createLinkedPair, type Connect, type LinkedTransport } from "@openenv/core/transport";
import { array, assert, asyncProperty, constant, nat, oneof, record } from "fast-check";
import { Channel } from "../../src/client/channel.ts";

/** One thing that happens. Indices are taken modulo what there is. */
type Happening =
  | { readonly what: "reset" | "step" | "connect" }
  | { readonly what: "reply" | "abort" | "drop" | "settle"; readonly index: number };

/** The server's end of one connection. */
interface Far {
  readonly end: LinkedTransport;
  /** Everything that arrived, and how much of it was answered. */
  readonly received: { readonly kind: string; readonly id: number }[];
  answered: number;
}

const happening = oneof(
  { weight: 4, arbitrary: record({ what: constant("step" as const) }) },
  { weight: 2, arbitrary: record({ what: constant("reset" as const) }) },
  { weight: 1, arbitrary: record({ what: constant("connect" as const) }) },
  { weight: 6, arbitrary: record({ what: constant("reply" as const), index: nat(3) }) },
  { weight: 2, arbitrary: record({ what: constant("abort" as const), index: nat(20) }) },
  { weight: 1, arbitrary: record({ what: constant("drop" as const), index: nat(3) }) },
  { weight: 4, arbitrary: record({ what: constant("settle" as const), index: nat(3) }) },
);

class World {
  readonly connections: Far[] = [];
  readonly calls: { readonly id: number; readonly controller: AbortController; outcome: unknown }[] = [];
  readonly channel: Channel = new Channel("ws://memory/ws", this.#connector(), {
    maxMessageBytes: 1,
    connectTimeoutMs: 60_000,
    messageTimeoutMs: 60_000,
    pingIntervalMs: null,
    pingTimeoutMs: null,
  });

  async act(happening: Happening): Promise<void> {
    switch (happening.what) {
      case "reset":
      case "step":
      case "connect":
        this.#call(happening.what);
        break;
      case "reply":
        reply(this.connections.at(-1 - happening.index));
        break;
      case "abort":
        this.calls.at(-1 - happening.index)?.controller.abort("aborted");
        break;
      case "drop":
        this.connections.at(-1 - happening.index)?.end.terminate();
        break;
      case "settle":
        for (let turn = 0; turn <= happening.index; turn += 1) await Promise.resolve();
    }
  }

  #call(kind: "reset" | "step" | "connect"): void {
    const controller = new AbortController();
    const id = this.calls.length;
    const call: (typeof this.calls)[number] = { id, controller, outcome: "pending" };
    this.calls.push(call);
    const text = JSON.stringify({ kind, id });
    this.channel
      .request(kind, text, (data) => data["id"], { signal: controller.signal })
      .then(
        (value) => (call.outcome = kind === "connect" ? "connected" : { value }),
        (error: unknown) => (call.outcome = { error }),
      );
  }

  #connector(): Connect {
    return (_url, _options, handlers) => {
      const [near, end] = createLinkedPair();
      const far: Far = { end, received: [], answered: 0 };
      this.connections.push(far);
      near.attach(handlers);
      end.attach({
        message: (text) => void far.received.push(JSON.parse(text) as Far["received"][number]),
        close() {},
      });
      return Promise.resolve(near);
    };
  }
}

/** Answers the oldest message of a connection, be it dead or not. */
function reply(far: Far | undefined): void {
  const message = far?.received[far.answered];
  if (far === undefined || message === undefined) return;
  far.answered += 1;
  far.end.send(JSON.stringify({ type: "observation", data: { observation: {}, id: message.id } }));
}

test("OE-01, OE-05, OE-19: no reply reaches another call, no step runs before a reset, no call is left waiting", async () => {
  const property = asyncProperty(
    array(happening, { minLength: 10, maxLength: 60, size: "max" }),
    async (happenings) => {
      const world = new World();
      for (const each of happenings) await world.act(each);
      await new Promise((resolve) => setTimeout(resolve, 0));
      const closed = world.channel.close();
      for (const { end } of world.connections) end.close(1000);
      await closed;
      await new Promise((resolve) => setTimeout(resolve, 0));
      for (const { id, outcome } of world.calls) {
        if (typeof outcome === "object" && outcome !== null && "value" in outcome) expect(outcome.value).toBe(id);
        else expect(outcome).not.toBe("pending");
      }
      // Only the first session may begin with a step: nothing was lost before it.
      const firsts = world.connections
        .slice(1)
        .map(({ received }) => received.find(({ kind }) => kind !== undefined)?.kind);
      expect(firsts.filter((kind) => kind === "step")).toEqual([]);
      const sent = world.connections
        .flatMap(({ received }) => received.map(({ id }) => id))
        .filter((id) => id !== undefined);
      expect(new Set(sent).size).toBe(sent.length);
    },
  );
  await assert(property, { numRuns: 500 });
});
