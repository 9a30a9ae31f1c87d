/** Environments by name: `AutoEnv` and `AutoAction`. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { GenericEnvClient, InvalidArgumentError } from "@openenv/core";
import { AutoAction, AutoEnv, findEnvironment } from "@openenv/core/auto";
import { serve } from "@openenv/core/serve";
import { EchoEnv, type EchoAction } from "@openenv/echo-env";
import { echoServer } from "@openenv/echo-env-server";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

setDefaultTimeout(60_000);

const cwd = join(import.meta.dirname, "../../packages/envs/echo-env");
const elsewhere = mkdtempSync(join(tmpdir(), "openenv-auto-"));
process.on("exit", () => rmSync(elsewhere, { recursive: true, force: true }));

describe("AutoEnv", () => {
  test.each(["echo", "echo_env", "echo-env", "Echo", "@openenv/echo-env", "@openenv/echo-env-server"])(
    "NET-02: %s is echo_env",
    async (name) => {
      expect(AutoEnv.info(name, { cwd })).toMatchObject({
        name: "echo_env",
        client: { name: "@openenv/echo-env", className: "EchoEnv" },
        server: { name: "@openenv/echo-env-server", definition: "echoServer" },
      });
      expect((await AutoEnv.classOf(name, { cwd })) as unknown).toBe(EchoEnv);
    },
  );

  test("starts the installed server, and gives the installed client with its types", async () => {
    const env = await AutoEnv.fromEnv<EchoEnv>("echo", { cwd, readyTimeoutMs: 60_000 });
    const { baseUrl } = env;
    expect(env).toBeInstanceOf(EchoEnv);
    await env.reset({ seed: 1 });
    const { observation } = await env.step({ message: "hi" });
    const length: number = observation.message_length;
    expect(length).toBe(2);
    await env.close();
    // Its server went with it.
    expect(await fetch(`${baseUrl}/health`).catch(() => "gone")).toBe("gone");
  });

  test("connects to a server that runs; without a package the client is the generic one", async () => {
    await using server = await serve(echoServer, { port: 0 });
    await using typed = await AutoEnv.fromEnv<EchoEnv>("echo", { cwd, baseUrl: server.url });
    await typed.reset();
    await typed.close();
    await using env = await AutoEnv.fromEnv("echo", { cwd: elsewhere, baseUrl: server.url });
    expect(env).toBeInstanceOf(GenericEnvClient);
    await env.reset();
    expect((await env.step({ message: "hi" })).observation["echoed_message"]).toBe("hi");
  });

  test("installs and runs nothing that it was not asked to", async () => {
    const error = await AutoEnv.fromEnv("echo", { cwd: elsewhere }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "PROVIDER_FAILED",
      stage: "resolve",
      message: expect.stringContaining("install: true"),
    });
    const both = await AutoEnv.fromEnv("echo", { baseUrl: "http://a", dockerImage: "b" }).catch(
      (thrown: unknown) => thrown,
    );
    expect(both).toBeInstanceOf(InvalidArgumentError);
  });

  test("a package that does not export what it says is named", async () => {
    const folder = join(elsewhere, "node_modules/liar-env");
    mkdirSync(folder, { recursive: true });
    const openenv = { environment: "liar_env", class: "LiarEnv", server: "liar-env-server" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "liar-env", exports: "./x.mjs", openenv }));
    writeFileSync(join(folder, "x.mjs"), "export {};");
    expect(findEnvironment("liar", elsewhere)?.client?.version).toBe("0.0.0");
    const error = await AutoEnv.classOf("liar", { cwd: elsewhere }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining("says that it exports LiarEnv"),
    });
  });
});

describe("AutoAction", () => {
  test("checks an action where the package is installed", async () => {
    const action = await AutoAction.fromEnv<EchoAction>("echo", { cwd });
    expect(action({ message: "hi" }).message).toBe("hi");
    expect(() => action({})).toThrow(/message/);
  });

  test("takes everything where it is not", async () => {
    const action = await AutoAction.fromEnv("chess", { cwd: elsewhere });
    expect(action({ move: "e4" })).toEqual({ move: "e4" });
  });
});
