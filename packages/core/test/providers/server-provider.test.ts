/** The part that all providers share: one server at a time, limits, and nothing left behind. Launches are plain functions. */
import { afterEach, describe, expect, test } from "bun:test";
import { InvalidArgumentError, ProviderError, TimeoutError } from "../../src/errors/index.ts";
import type { ProviderOptions } from "../../src/providers/server-provider.ts";
import type { LaunchContext, RunningServer } from "../../src/providers/running-server.ts";
import { ServerProvider } from "../../src/providers/server-provider.ts";
import { rejection } from "./rejection.ts";

interface FakeOptions extends ProviderOptions {
  readonly plain?: string;
  readonly hook?: () => void;
}

type Launch = (source: string | undefined, context: LaunchContext) => Promise<RunningServer>;

class FakeProvider extends ServerProvider<FakeOptions> {
  readonly kind = "fake";
  readonly #launch: Launch;

  constructor(launch: Launch, options: FakeOptions = {}) {
    super(options, {
      module: import.meta.url,
      className: "FakeProvider",
      readyTimeoutMs: 10_000,
      optionNames: ["plain", "hook"],
    });
    this.#launch = launch;
  }

  protected override launch(source: string | undefined, context: LaunchContext): Promise<RunningServer> {
    return this.#launch(source, context);
  }
}

const servers: ReturnType<typeof Bun.serve>[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop(true)));
});

/** A real server that answers `/health` as told. */
function healthServer(answer: () => number): RunningServer {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(null, { status: answer() }) });
  servers.push(server);
  return {
    endpoint: { baseUrl: `http://127.0.0.1:${server.port}` },
    logs: () => Promise.resolve("line one\nline two\n"),
    end: () => Promise.resolve(undefined),
  };
}

describe("start", () => {
  test("gives the endpoint; baseUrl is there while it runs, and only then", async () => {
    const server = healthServer(() => 200);
    const provider = new FakeProvider(() => Promise.resolve(server));
    expect(provider.baseUrl).toBeUndefined();
    expect(await provider.start()).toEqual(server.endpoint);
    expect(provider.baseUrl).toBe(server.endpoint.baseUrl);
    await provider.waitForReady();
    await provider.stop();
    expect(provider.baseUrl).toBeUndefined();
    expect(() => Object.assign(provider, { baseUrl: "x" })).toThrow(TypeError);
  });

  test("a second start is refused while one runs, and allowed after the stop", async () => {
    const provider = new FakeProvider(() => Promise.resolve(healthServer(() => 200)));
    await provider.start();
    expect((await rejection(provider.start())).message).toMatch(/has a server already/);
    await provider.stop();
    await provider.start();
    await provider.stop();
    await provider.stop();
  });

  test("OE-65: what a failed launch has made is undone, last first", async () => {
    const undone: string[] = [];
    const provider = new FakeProvider((_, { cleanup }) => {
      cleanup.add("undo one", () => void undone.push("one"));
      cleanup.add("undo two", () => void undone.push("two"));
      return Promise.reject(new ProviderError("start", "no luck"));
    });
    expect((await rejection(provider.start())).message).toBe("no luck");
    expect(undone).toEqual(["two", "one"]);
  });

  test("an abort rejects with its reason, after the launch has let go and was undone", async () => {
    const order: string[] = [];
    const controller = new AbortController();
    const provider = new FakeProvider(async (_, { signal, cleanup }) => {
      cleanup.add("undo", () => void order.push("undone"));
      controller.abort(new Error("changed my mind"));
      expect(signal.aborted).toBe(true);
      await Promise.resolve();
      order.push("launch over");
      return healthServer(() => 200);
    });
    expect((await rejection(provider.start(undefined, { signal: controller.signal }))).message).toBe("changed my mind");
    expect(order).toEqual(["launch over", "undone"]);
    expect(provider.baseUrl).toBeUndefined();
  });

  test("stop() during a start ends the start", async () => {
    const launched = Promise.withResolvers<undefined>();
    const provider = new FakeProvider(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error));
          launched.resolve(undefined);
        }),
    );
    const started = provider.start();
    await launched.promise;
    await provider.stop();
    expect((await rejection(started)).message).toMatch(/was stopped/);
  });

  test("progress goes to the constructor's and the call's listener; what one throws ends the start", async () => {
    const heard: string[] = [];
    const provider = new FakeProvider(
      (_, { progress }) => {
        progress("fetch", "Fetching");
        return Promise.resolve(healthServer(() => 200));
      },
      { onProgress: ({ message }) => heard.push(`constructor ${message}`) },
    );
    await provider.start(undefined, { onProgress: ({ stage }) => heard.push(`call ${stage}`) });
    expect(heard).toEqual(["constructor Fetching", "call fetch"]);
    await provider.stop();
    const cancel = (): never => {
      throw new Error("cancelled");
    };
    expect((await rejection(provider.start(undefined, { onProgress: cancel }))).message).toBe("cancelled");
  });
});

describe("waitForReady", () => {
  test("OE-71: waits for a server that is slow, and its limit can be set", async () => {
    let asked = 0;
    const slow = (): number => (++asked < 4 ? 503 : 200);
    const provider = new FakeProvider(() => Promise.resolve(healthServer(slow)));
    await provider.start();
    await provider.waitForReady();
    expect(asked).toBe(4);
    await provider.stop();

    const never = new FakeProvider(() => Promise.resolve(healthServer(() => 503)), { readyTimeoutMs: 600 });
    await never.start();
    const error = await never.waitForReady().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TimeoutError);
    expect((error as Error).message).toMatch(/timeoutMs \(600 ms\): GET \/health answered 503.*line two/s);
    expect(never.baseUrl).toBeUndefined();
  });

  test("SB-05: a server that ended is told at once, with its last lines, and not after the limit", async () => {
    const end = new ProviderError("run", "The process ended with exit code 3.", { logs: "boom" });
    const provider = new FakeProvider(() =>
      Promise.resolve({
        endpoint: { baseUrl: "http://127.0.0.1:9" },
        logs: () => Promise.resolve("boom"),
        end: () => Promise.resolve(end),
        ended: Promise.resolve(),
      }),
    );
    await provider.start();
    expect(await rejection(provider.waitForReady())).toBe(end);
  });

  test("an abort and a stop reject it, and the server is stopped", async () => {
    let stopped = 0;
    const launch: Launch = (_, { cleanup }) => {
      cleanup.add("stop", () => void (stopped += 1));
      return Promise.resolve(healthServer(() => 503));
    };
    const provider = new FakeProvider(launch);
    await provider.start();
    const reason = new Error("enough");
    expect(await rejection(provider.waitForReady({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(stopped).toBe(1);
    await provider.start();
    const waiting = provider.waitForReady().catch((error: unknown) => error);
    await provider.stop();
    expect(await waiting).toMatchObject({ message: expect.stringContaining("was stopped") });
    expect((await rejection(provider.waitForReady())).message).toMatch(/Call start\(\) first/);
  });
});

describe("stop", () => {
  test("SB-03: a cleanup that never ends is given up, and said", async () => {
    const provider = new FakeProvider((_, { cleanup }) => {
      cleanup.add("remove the thing", () => new Promise(() => {}), 30);
      return Promise.resolve(healthServer(() => 200));
    });
    await provider.start();
    const error = (await provider.stop().catch((reason: unknown) => reason)) as ProviderError;
    expect(error).toBeInstanceOf(ProviderError);
    expect(error.stage).toBe("stop");
    expect(error.message).toMatch(/Could not remove the thing: .*30 ms/);
    // It is over all the same.
    await provider.start();
    await provider.stop().catch(() => {});
  });

  test("every step runs, also when one fails, and a failed start says both", async () => {
    const undone: string[] = [];
    const provider = new FakeProvider((_, { cleanup }) => {
      cleanup.add("one", () => void undone.push("one"));
      cleanup.add("undo two", () => Promise.reject(new Error("busy")));
      return Promise.reject(new Error("no luck"));
    });
    expect((await rejection(provider.start())).message).toBe("no luck\nAnd then: Could not undo two: busy");
    expect(undone).toEqual(["one"]);
  });

  test("await using stops it", async () => {
    let stopped = false;
    {
      await using provider = new FakeProvider((_, { cleanup }) => {
        cleanup.add("stop", () => void (stopped = true));
        return Promise.resolve(healthServer(() => 200));
      });
      await provider.start();
    }
    expect(stopped).toBe(true);
  });
});

describe("options", () => {
  const launch: Launch = () => Promise.resolve(healthServer(() => 200));

  test("OE-68, SB-04: one that does not exist is refused, with a hint", () => {
    const wrong = { plane: 1 } as unknown as FakeOptions;
    expect(() => new FakeProvider(launch, wrong)).toThrow(
      /"plane" is not an option of FakeProvider. Did you mean plain/,
    );
    expect(() => new FakeProvider(launch, { readyTimeoutMs: 0 })).toThrow(InvalidArgumentError);
    expect(() => new FakeProvider(launch, { startTimeoutMs: Number.NaN })).toThrow(/startTimeoutMs is NaN/);
  });

  test("describe() gives plain data, and is left out where there is a function", () => {
    const provider = new FakeProvider(launch, { plain: "x", onProgress: () => {} });
    expect(provider.describe?.()).toEqual({
      module: import.meta.url,
      export: "FakeProvider",
      options: { plain: "x" },
    });
    expect(() => structuredClone(provider.describe?.())).not.toThrow();
    expect(new FakeProvider(launch, { hook: () => {} }).describe).toBeUndefined();
  });
});
