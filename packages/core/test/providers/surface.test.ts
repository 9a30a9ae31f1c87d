/** What `@openenv/core/providers` offers, as a whole. */
import { expect, test } from "bun:test";
import { DaytonaProvider } from "../../src/providers/cloud/daytona.ts";
import { E2BProvider } from "../../src/providers/cloud/e2b.ts";
import { ModalProvider } from "../../src/providers/cloud/modal.ts";
import { NovitaProvider } from "../../src/providers/cloud/novita.ts";
import { DOCKER_OPTION_NAMES } from "../../src/providers/docker/docker-options.ts";
import { HUB_OPTION_NAMES } from "../../src/providers/hub/hub-options.ts";
import * as providers from "../../src/providers/index.ts";
import { PROCESS_OPTION_NAMES } from "../../src/providers/process/process-options.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { UV_OPTION_NAMES } from "../../src/providers/python/python-options.ts";

const classes = {
  ProcessProvider: providers.ProcessProvider,
  LocalDockerProvider: providers.LocalDockerProvider,
  KubernetesProvider: providers.KubernetesProvider,
  DockerSwarmProvider: providers.DockerSwarmProvider,
  UVProvider: providers.UVProvider,
  HubProvider: providers.HubProvider,
  DaytonaProvider,
  E2BProvider,
  ModalProvider,
  NovitaProvider,
};

test("OE-77: every provider that is there can be made and does something; none is an empty promise", () => {
  const exported = Object.keys(providers).filter((name) => name.endsWith("Provider") && name !== "ServerProvider");
  expect(exported.toSorted()).toEqual([
    "DockerSwarmProvider",
    "HubProvider",
    "KubernetesProvider",
    "LocalDockerProvider",
    "ProcessProvider",
    "UVProvider",
  ]);
  for (const [name, Class] of Object.entries(classes)) {
    const provider: Provider = new Class();
    expect(provider.baseUrl).toBeUndefined();
    expect(provider.kind).not.toBe("");
    expect(provider.describe?.()).toMatchObject({ export: name, options: {} });
    expect(provider.describe?.().module).toMatch(/^file:/);
  }
});

test("a description makes the same provider again, as another thread does", async () => {
  for (const Class of Object.values(classes)) {
    const { module, export: name } = new Class().describe?.() ?? { module: "", export: "" };
    const exports = (await import(module)) as Record<string, unknown>;
    expect(exports[name]).toBe(Class);
  }
});

test("SB-01: no option is called timeout and leaves open of what; times have their unit in the name", () => {
  const names = [...DOCKER_OPTION_NAMES, ...HUB_OPTION_NAMES, ...PROCESS_OPTION_NAMES, ...UV_OPTION_NAMES];
  expect(names.filter((name) => /timeout$|lifetime$|interval$/i.test(name))).toEqual([]);
  expect(names).toContain("stopTimeoutMs");
});

test("stopping what was never started is no error, and there is no log", async () => {
  for (const Class of Object.values(classes)) {
    await using provider = new Class();
    await provider.stop();
    provider.stopSync();
    expect([await provider.logs(), provider.logsSync(), await provider.explainEnd()]).toEqual(["", "", undefined]);
  }
});
