/** A container is ready as soon as by hand. The best of each is compared, which load disturbs least. */
import { expect, test } from "bun:test";
import { timesToReady } from "../../bench/providers/time-to-ready.ts";
import { dockerEngine } from "./harness/engine.ts";
import { connection, containersOf, envImage } from "./harness/images.ts";

const engine = dockerEngine();
const PAIRS = process.env["OPENENV_TEST_FULL"] === "1" ? 20 : 6;

if ("missing" in engine) test.skip(`docker: ${engine.missing}`, () => {});
else if (Bun.which("curl") === null) test.skip("docker: the control needs curl", () => {});
else
  test("time to ready is at most 1.2 times that of docker run and a loop of curl", async () => {
    const image = await envImage(engine, "echo-env");
    const { ours, byHand } = await timesToReady({ ...connection(engine), image }, PAIRS);
    expect(containersOf(engine)).toEqual([]);
    expect(Math.min(...ours) / Math.min(...byHand)).toBeLessThanOrEqual(1.2);
  }, 240_000);
