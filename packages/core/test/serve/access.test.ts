/** A server that asks for a token, and clients with and without one. */
import { ConnectionFailedError, GenericEnvClient, InvalidArgumentError } from "@openenv/core";
import { createEnvServer } from "@openenv/core/server";
import { serve } from "@openenv/core/serve";
import { expect, test } from "bun:test";
import { HeldSteps } from "../server/held-env.ts";

const { definition } = new HeldSteps();

test("a client with the token is served, one without it is refused", async () => {
  await using server = await serve(definition, { port: 0, auth: { tokens: ["secret"] }, variables: {} });
  await using env = await GenericEnvClient.connect(server.url, { token: "secret", headers: { "x-own": "1" } });
  await env.reset();
  for (const token of [undefined, "wrong"]) {
    const stranger = new GenericEnvClient({ baseUrl: server.url, token });
    const error: unknown = await stranger.reset().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConnectionFailedError);
    expect(String(error)).not.toContain("secret");
    await stranger.close();
  }
  expect(server.server.activeSessions).toBe(1);
});

test("tokens that let nobody in, or everybody, are refused, and not named", () => {
  for (const tokens of [[], [""], ["a b"], ["x", "a secret"]]) {
    const make = (): unknown => createEnvServer(definition, { auth: { tokens }, variables: {} });
    expect(make).toThrow(InvalidArgumentError);
    expect(make).not.toThrow("secret");
  }
});
