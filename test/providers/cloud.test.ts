/**
 * The providers of the clouds over FAKES of their SDKs (harness/fake-cloud.ts): the services cannot be reached here. That
 * the fakes have the SDKs' shape is checked by sdk-types.ts against the SDKs.
 */
import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { GenericEnvClient, ProviderError } from "@openenv/core";
import { DaytonaProvider } from "@openenv/core/providers/daytona";
import { E2BProvider, type E2BProviderOptions } from "@openenv/core/providers/e2b";
import { ModalProvider } from "@openenv/core/providers/modal";
import { NovitaProvider } from "@openenv/core/providers/novita";
import { loadPeer } from "../../packages/core/src/providers/cloud/peer.ts";
import type { Provider } from "../../packages/core/src/providers/provider.ts";
import { dockerEngine, engineCommand } from "./harness/engine.ts";
import { type FakeCalls, fakeDaytona, fakeE2b, fakeModal, fakeNovita } from "./harness/fake-cloud.ts";
import { baseImage, containersOf, envImage } from "./harness/images.ts";
import { rejection } from "./harness/rejection.ts";

const engine = dockerEngine();
const LIMIT_MS = 60_000;

describe("an SDK that is missing or another one", () => {
  test("says what to install", async () => {
    const missing = await rejection<ProviderError>(
      loadPeer(undefined, "openenv-no-such-sdk", "the-sdk@1", "x" as never),
    );
    expect(missing).toBeInstanceOf(ProviderError);
    expect(missing.stage).toBe("setup");
    expect(missing.message).toMatch(/"openenv-no-such-sdk" cannot be loaded. Install it: npm install the-sdk@1/);
    // `npm i modal` brings a dialog for browsers.
    const dialog = new ModalProvider({ sdk: () => Promise.resolve({ Modal: {} } as never) });
    const error = await rejection<ProviderError>(dialog.start("image"));
    expect(error.message).toMatch(/"modal" has no ModalClient: it is another one. Install modal@0/);
  });

  test("options that do not exist are refused; one with an SDK cannot be made in another thread", () => {
    expect(() => new E2BProvider({ timeout: 1 } as unknown as E2BProviderOptions)).toThrow(
      /"timeout" is not an option of E2BProvider/,
    );
    expect(new E2BProvider({ apiKey: "x" }).describe?.()).toMatchObject({ export: "E2BProvider" });
    expect(new E2BProvider({ sdk: () => Promise.reject(new Error("no")) }).describe).toBeUndefined();
  });
});

if ("missing" in engine) test.skip(`sandboxes in containers: ${engine.missing}`, () => {});
else {
  describe("a server in a sandbox", () => {
    let image: string;
    let calls: FakeCalls;
    beforeAll(async () => {
      image = await envImage(engine, "echo-env");
    }, LIMIT_MS);
    afterEach(() => expect(containersOf(engine)).toEqual([]), LIMIT_MS);
    const noted = (): FakeCalls => (calls = { created: [], closed: 0 });

    /** Starts, drives, stops. */
    async function drive(provider: Provider): Promise<void> {
      await using started = provider;
      const endpoint = await started.start(image);
      await started.waitForReady();
      await using env = await GenericEnvClient.connect(endpoint.baseUrl, { headers: endpoint.headers });
      await env.reset();
      expect((await env.step({ message: "hi" })).observation["echoed_message"]).toBe("hi");
      expect(await started.logs()).toContain("serving echo_env");
    }

    const common = { env: { MY_TOKEN: "s3cr3t-value" }, labels: { mine: "1" }, maxConcurrentEnvs: 2 } as const;
    const variables = { HOST: "0.0.0.0", PORT: "8000", MAX_CONCURRENT_ENVS: "2", MY_TOKEN: "s3cr3t-value" };
    const labels = { mine: "1", "dev.openenv.provider": expect.any(String) as string };

    test(
      "FAKE E2B",
      async () => {
        await drive(
          new E2BProvider({ ...common, sdk: fakeE2b(engine, noted()), debug: true, apiKey: "key", lifetimeMs: 5000 }),
        );
        expect(calls.created).toMatchObject([
          {
            template: image,
            apiKey: "key",
            timeoutMs: 5000,
            envs: variables,
            metadata: labels,
            network: { allowPublicTraffic: false },
          },
        ]);
      },
      LIMIT_MS,
    );

    test(
      "FAKE Novita",
      async () => {
        await drive(new NovitaProvider({ ...common, sdk: fakeNovita(engine, noted()), debug: true, cpus: 1 }));
        const build = { cpuCount: 1, memoryMB: 1024 };
        expect(calls.created).toMatchObject([
          { image, build, envs: variables, metadata: labels, timeoutMs: 3_600_000 },
        ]);
      },
      LIMIT_MS,
    );

    test(
      "FAKE Modal",
      async () => {
        await drive(
          new ModalProvider({ ...common, sdk: fakeModal(engine, noted()), lifetimeMs: 1500, memoryMiB: 256 }),
        );
        expect(calls.created).toMatchObject([
          {
            app: "openenv",
            image,
            env: variables,
            encryptedPorts: [8000],
            timeoutMs: 2000,
            memoryLimitMiB: 256,
            tags: labels,
          },
        ]);
        expect(calls.closed).toBe(1);
      },
      LIMIT_MS,
    );

    test(
      "FAKE Daytona",
      async () => {
        await drive(new DaytonaProvider({ ...common, sdk: fakeDaytona(engine, noted()), resources: { cpu: 1 } }));
        expect(calls.created).toMatchObject([
          { image, envVars: variables, labels, autoStopInterval: 15, resources: { cpu: 1 } },
        ]);
        expect(calls.closed).toBe(1);
      },
      LIMIT_MS,
    );

    test(
      "SB-05: an address of this machine is not taken for a sandbox, and a URL without https not used",
      async () => {
        const local = new E2BProvider({ sdk: fakeE2b(engine, noted()) });
        expect((await rejection(local.start(image))).message).toMatch(/an address of this machine.*E2B_DEBUG/);
        const plain = new ModalProvider({ sdk: fakeModal(engine, noted(), { url: "http://sandbox.example" }) });
        expect((await rejection(plain.start(image))).message).toMatch(/not https, so it is not used/);
        const remote = new E2BProvider({ sdk: fakeE2b(engine, noted(), { url: "8000-x.example" }) });
        // OE-76: the URL is https and the headers go with it.
        expect(await remote.start(image)).toEqual({
          baseUrl: "https://8000-x.example",
          headers: { "e2b-traffic-access-token": "traffic-token" },
        });
        await remote.stop();
      },
      LIMIT_MS,
    );

    test(
      "an abort while the sandbox is being made removes it when it comes",
      async () => {
        const made = Promise.withResolvers<undefined>();
        const provider = new E2BProvider({ sdk: fakeE2b(engine, noted(), { before: made.promise }), debug: true });
        const controller = new AbortController();
        const start = rejection(provider.start(image, { signal: controller.signal }));
        controller.abort(new Error("enough"));
        made.resolve(undefined);
        expect((await start).message).toBe("enough");
      },
      LIMIT_MS,
    );

    test(
      "what fails is said without keys; nothing to start, and a server that dies, too",
      async () => {
        const refused = { createFails: "401 for key k-123456 of this account" };
        const wrong = new E2BProvider({ sdk: fakeE2b(engine, noted(), refused), apiKey: "k-123456" });
        const error = await rejection<ProviderError>(wrong.start(image));
        expect(error).toMatchObject({ code: "PROVIDER_FAILED", stage: "start" });
        expect(error.message).toMatch(/could not be started: 401 for key \*\*\*/);

        const empty = new E2BProvider({ sdk: fakeE2b(engine, noted()), debug: true });
        expect((await rejection(empty.start(baseImage(engine)))).message).toMatch(/no openenv.yaml.*option command/);

        const command = "echo the reason of it; exit 3";
        const dies = new E2BProvider({ sdk: fakeE2b(engine, noted()), debug: true, command });
        await dies.start(image);
        expect((await rejection(dies.waitForReady())).message).toMatch(/has ended.*the reason of it/s);
      },
      LIMIT_MS,
    );

    test(
      "SB-05: a sandbox whose time is over is said to be gone",
      async () => {
        await using provider = new E2BProvider({ sdk: fakeE2b(engine, noted()), debug: true });
        await provider.start(image);
        engineCommand(engine, "kill", containersOf(engine)[0] ?? "");
        expect((await provider.explainEnd())?.message).toMatch(/sandbox of e2b fake-sandbox-\w+ is gone/);
      },
      LIMIT_MS,
    );
  });
}
