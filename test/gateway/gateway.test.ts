/** One address for many servers: a real HAProxy with the configuration that we generate. */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { CapacityReachedError, InvalidArgumentError, SessionLostError } from "@openenv/core";
import { haproxyConfig, type HaproxyOptions } from "@openenv/core/fleet";
import { ProcessProvider } from "@openenv/core/providers";
import { EchoEnv } from "@openenv/echo-env";
import { SlowEnv } from "@openenv-interop/slow";
import { join } from "node:path";
import { verifies } from "../conformance/verifies.ts";
import { describeWithPython } from "../interop/harness/python.ts";
import { killListener, processesWith, until } from "../providers/harness/processes.ts";
import { rejection } from "../providers/harness/rejection.ts";
import { Gateway, haproxy } from "./haproxy.ts";

setDefaultTimeout(90_000);

const root = join(import.meta.dirname, "../..");
const echo = join(root, "packages/envs/echo-env/server/src/main.ts");
const slow = join(root, "test/interop/envs/slow/server/src/main.ts");
const mark = `gateway-${process.pid}`;
const left = (): readonly number[] => processesWith(`OPENENV_TEST_MARK=${mark}`);

describe("haproxyConfig", () => {
  const servers = [{ baseUrl: "http://10.0.0.1:8000", maxSessions: 16 }, { baseUrl: "http://10.0.0.2:8000" }];

  test("is the same each time, and has one line for each server", () => {
    const config = haproxyConfig({ servers, certificate: "/etc/gateway.pem", affinity: "source" });
    expect(config).toBe(haproxyConfig({ servers, certificate: "/etc/gateway.pem", affinity: "source" }));
    expect(config).toContain("\n  bind 127.0.0.1:8000 ssl crt /etc/gateway.pem\n");
    expect(config.match(/^ {2}server .*$/gm)).toEqual([
      "  server env1 10.0.0.1:8000 weight 256",
      "  server env2 10.0.0.2:8000",
    ]);
  });

  test("refuses by name what HAProxy cannot do or would read as something else", () => {
    const wrong: readonly (readonly [Partial<HaproxyOptions>, string])[] = [
      [{ servers: [] }, "servers"],
      [{ servers: [{ baseUrl: "https://10.0.0.1" }] }, "servers"],
      [{ servers: [{ baseUrl: "http://10.0.0.1/prefix" }] }, "servers"],
      [{ queueTimeoutMs: 1000 }, "servers"],
      [{ servers: [{ baseUrl: "http://10.0.0.1", maxSessions: 1.5 }] }, "servers"],
      [{ port: 0 }, "port"],
      [{ address: "127.0.0.1\n  mode tcp" }, "address"],
      [{ certificate: "/etc/a b.pem" }, "certificate"],
      [{ idleTimeoutMs: -1 }, "idleTimeoutMs"],
    ];
    for (const [options, argument] of wrong) {
      const config = (): string => haproxyConfig({ servers, ...options });
      expect(config).toThrow(InvalidArgumentError);
      expect(config).toThrow(expect.objectContaining({ details: expect.objectContaining({ argument }) as unknown }));
    }
  });
});

if (haproxy === undefined) {
  test.skip("a gateway: HAProxy is not installed", () => {});
} else {
  const program = haproxy;
  const providers: ProcessProvider[] = [];
  const start = (source: string, count: number, maxConcurrentEnvs: number, args: readonly string[] = []) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const provider = new ProcessProvider({
          source,
          runtime: "bun",
          maxConcurrentEnvs,
          args,
          env: { OPENENV_TEST_MARK: mark },
        });
        providers.push(provider);
        const { baseUrl } = await provider.start();
        await provider.waitForReady();
        return { baseUrl, maxSessions: maxConcurrentEnvs };
      }),
    );
  const active = (servers: readonly { readonly baseUrl: string }[]): Promise<readonly number[]> =>
    Promise.all(
      servers.map(
        async ({ baseUrl }) => ((await (await fetch(`${baseUrl}/capacity`)).json()) as { active: number }).active,
      ),
    );

  describe("a gateway", () => {
    afterEach(async () => {
      await Promise.all(providers.splice(0).map((provider) => provider.stop()));
      await until("no process is left", () => left().length === 0);
    });

    test("spreads sessions over the servers; when all are full the next is refused in the protocol's words", async () => {
      verifies("gateway:spread", "gateway:refusal");
      const servers = await start(echo, 3, 8);
      await using gateway = await Gateway.start(program, { servers });
      const envs: EchoEnv[] = [];
      for (let session = 0; session < 24; session += 1) {
        const env = await EchoEnv.connect(gateway.url);
        await env.reset();
        envs.push(env);
      }
      expect(await active(servers)).toEqual([8, 8, 8]);
      await using late = new EchoEnv({ baseUrl: gateway.url });
      expect(await rejection(late.reset())).toBeInstanceOf(CapacityReachedError);
      const steps = await Promise.all(envs.map((env, index) => env.step({ message: `of ${index}` })));
      expect(steps.map(({ observation }) => observation.echoed_message)).toEqual(envs.map((_, index) => `of ${index}`));
      await Promise.all(envs.map((env) => env.close()));
    });

    test("keeps a session waiting when all are full, if it is told to", async () => {
      verifies("gateway:queue");
      const servers = await start(echo, 1, 1);
      await using gateway = await Gateway.start(program, { servers, queueTimeoutMs: 60_000 });
      const first = await EchoEnv.connect(gateway.url);
      await first.reset();
      await using second = new EchoEnv({ baseUrl: gateway.url });
      let isIn = false;
      const reset = second.reset().then(() => void (isIn = true));
      await first.step({ message: "still alone" });
      expect(isIn).toBe(false);
      await first.close();
      await reset;
    });

    test("a server that drains keeps its sessions and gets no other; one that dies takes its own with it", async () => {
      verifies("gateway:drain", "gateway:failure");
      const servers = await start(slow, 2, 8, ["--drain-timeout-ms", "60000"]);
      await using gateway = await Gateway.start(program, { servers, probeIntervalMs: 100 });
      const [first, second] = [new SlowEnv({ baseUrl: gateway.url }), new SlowEnv({ baseUrl: gateway.url })];
      await first.reset();
      await second.reset();
      expect(await active(servers)).toEqual([1, 1]);
      const [draining] = providers;
      const stopped = draining?.stop();
      await until("it drains", async () => (await fetch(`${servers[0]?.baseUrl}/health`)).status === 503);
      let others: SlowEnv[] = [];
      // Until the gateway knows, some are given to the server that drains, which closes them.
      await until("the gateway knows", async () => {
        await Promise.all(others.map((env) => env.close()));
        others = Array.from({ length: 4 }, () => new SlowEnv({ baseUrl: gateway.url }));
        const resets = await Promise.allSettled(others.map((env) => env.reset()));
        return resets.every(({ status }) => status === "fulfilled");
      });
      await until("the attempts are gone", async () => (await active(servers)).join() === "1,5");
      const envs = [first, second, ...others];
      expect(await Promise.all(envs.map((env) => env.step({ ms: 1 })))).toHaveLength(6);
      const steps = Promise.allSettled(envs.map((env) => env.step({ ms: 500 })));
      killListener(servers[1]?.baseUrl ?? "", left());
      const outcomes = await steps;
      // One of the first two was at the server that drains.
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual([
        "fulfilled",
        ...Array.from({ length: 5 }, () => "rejected" as const),
      ]);
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(SessionLostError);
      }
      await Promise.all(envs.map((env) => env.close()));
      await stopped;
    });

    describeWithPython("and a trainer in Python", (python) => {
      test("its sessions are spread", async () => {
        verifies("gateway:python");
        const servers = await start(echo, 3, 4);
        await using gateway = await Gateway.start(program, { servers });
        const trainer = Bun.spawn([python, join(import.meta.dirname, "trainer.py"), gateway.url, "12"], {
          stdin: "pipe",
          stdout: "pipe",
          stderr: "inherit",
        });
        let printed = "";
        const expected = Array.from({ length: 12 }, (_, index) => `of ${index}\n`).join("");
        for await (const chunk of trainer.stdout) {
          printed += new TextDecoder().decode(chunk);
          if (printed !== expected) continue;
          expect(await active(servers)).toEqual([4, 4, 4]);
          await trainer.stdin.write("\n");
          await trainer.stdin.end();
        }
        expect(printed).toBe(expected);
        expect(await trainer.exited).toBe(0);
      });
    });
  });
}
