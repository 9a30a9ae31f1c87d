/** `verifySchema` against servers of the original, whose `/schema` Pydantic writes. */
import { expect, test } from "bun:test";
import { CounterEnv } from "@openenv-interop/counter";
import { EchoEnv } from "@openenv-interop/echo";
import { RichEnv } from "@openenv-interop/rich";
import { SchemaMismatchError } from "@openenv/core";

/** @param url of the server of an environment */
export function schemaTests(url: (name: string) => string): void {
  test("a server with the client's schemas is taken, in both modes", async () => {
    await using echo = await EchoEnv.connect(url("echo"), { verifySchema: "error" });
    expect((await echo.step({ message: "hi" })).observation.echoed_message).toBe("hi");
    await using rich = new RichEnv({ baseUrl: url("rich"), verifySchema: "error" });
    await rich.reset();
    using counter = CounterEnv.sync(url("counter"), { verifySchema: "error" });
    expect(counter.reset({ start: 3 }).observation.value).toBe(3);
  });

  test("one with others is not, and the error names the places", async () => {
    await using env = new CounterEnv({ baseUrl: url("echo"), verifySchema: "error" });
    const error: unknown = await env.reset().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SchemaMismatchError);
    expect((error as SchemaMismatchError).details["places"]).toContain("#/action/properties/delta");
    using blocking = CounterEnv.sync(url("echo"), { verifySchema: "error" });
    expect(() => blocking.reset()).toThrow(SchemaMismatchError);
  });
}
