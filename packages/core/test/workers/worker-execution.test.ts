/** Environments in workers, in one process: where they are imported from, and what is said when they cannot be. */
import { GenericEnvClient, InvalidArgumentError } from "@openenv/core";
import { createEnvServer, defineEnvironment, type EnvServerOptions } from "@openenv/core/server";
import { connectInProcess } from "@openenv/core/testing";
import { expect, test } from "bun:test";
import { answer, openSpec } from "../server/scripted-env.ts";
import countingEnv from "./counting-env.ts";

const module = new URL("./counting-env.ts", import.meta.url).href;
const options = (execution: EnvServerOptions["execution"]): { server: EnvServerOptions } => ({ server: { execution } });

test("an environment that says where it can be imported runs in a worker by the name of the option alone", async () => {
  await using env = await connectInProcess(GenericEnvClient, countingEnv, options("worker"));
  await env.reset();
  await env.step({});
  expect((await env.step({})).observation).toMatchObject({ total: 2 });
  expect(await env.state()).toMatchObject({ step_count: 2 });
});

test("the server may name module, export and options instead", async () => {
  const environment = { module, export: "counting", options: { by: 5 } };
  const execution = { kind: "worker", poolSize: 1, environment } as const;
  await using env = await connectInProcess(GenericEnvClient, countingEnv, options(execution));
  await env.reset();
  expect((await env.step({})).observation).toMatchObject({ total: 5 });
});

test("an environment that does not say where it can be imported is refused at once, with what to write", () => {
  const local = defineEnvironment(openSpec, () => ({ reset: () => answer, step: () => answer }));
  const serve = (): unknown => createEnvServer(local, { variables: {}, execution: "worker" });
  expect(serve).toThrow(InvalidArgumentError);
  expect(serve).toThrow(/module: import\.meta\.url/);
});

const wrong: readonly [string, { module: string; export?: string }, RegExp][] = [
  ["a module that is not there", { module: `${module}.missing` }, /cannot be imported/],
  ["a name that is no URL", { module: "no-such-package" }, /import\.meta\.resolve/],
  ["an export that is not there", { module, export: "other" }, /other of .* is no environment/],
  ["an export that is no environment", { module, export: "notOne" }, /notOne of .* is no environment/],
];
for (const [what, environment, message] of wrong) {
  test(`${what} fails the server's start, and is told to sessions`, async () => {
    const execution = { kind: "worker", poolSize: 1, environment } as const;
    await using server = createEnvServer(countingEnv, { variables: {}, execution });
    const error: unknown = await server.ready.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).toMatch(/A worker imports the environment/);
    expect(server.status).toBe("failed");
  });
}

test("an environment of another name is refused", async () => {
  const manifest = { ...openSpec.manifest, name: "another_env" };
  const other = defineEnvironment({ ...openSpec, manifest }, () => ({ reset: () => answer, step: () => answer }));
  await using server = createEnvServer(other, {
    variables: {},
    execution: { kind: "worker", environment: { module } },
  });
  expect(server.ready).rejects.toThrow(/is .*, not another_env/);
});

test("the variable OPENENV_EXECUTION chooses, an option wins over it, and what is neither is refused", async () => {
  const variables = { OPENENV_EXECUTION: "worker" };
  await using byVariable = createEnvServer(countingEnv, { variables });
  await using byOption = createEnvServer(countingEnv, { variables, execution: "inline" });
  const manifest = { ...openSpec.manifest, execution: "worker" } as const;
  const byManifestDefinition = { ...countingEnv, spec: { ...openSpec, manifest } };
  await using byManifest = createEnvServer(byManifestDefinition, { variables: {} });
  await using overManifest = createEnvServer(byManifestDefinition, { variables: { OPENENV_EXECUTION: "inline" } });
  const kinds = [byVariable, byOption, byManifest, overManifest].map(({ settings }) => settings.execution.kind);
  expect(kinds).toEqual(["worker", "inline", "worker", "inline"]);
  const serve = (given: string): unknown => createEnvServer(countingEnv, { variables: { OPENENV_EXECUTION: given } });
  expect(() => serve("threads")).toThrow(/OPENENV_EXECUTION is "threads"/);
  for (const execution of [{ kind: "worker", poolSize: 0 } as const, { kind: "worker", memoryLimitMb: -1 } as const]) {
    expect(() => createEnvServer(countingEnv, { variables: {}, execution })).toThrow(InvalidArgumentError);
  }
});
