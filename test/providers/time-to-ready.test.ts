/**
 * How long it takes from nothing to a healthy container, beside the same by hand: `docker run`, `docker port` and a loop
 * of curl. Pairs in alternation, since the machine is not ours alone; the best of each, which load disturbs least.
 */
import { expect, test } from "bun:test";
import { LocalDockerProvider } from "@openenv/core/providers";
import { dockerEngine, engineCommand } from "./harness/engine.ts";
import { connection, containersOf, envImage } from "./harness/images.ts";

const engine = dockerEngine();
const PAIRS = process.env["OPENENV_TEST_FULL"] === "1" ? 20 : 6;

const BY_HAND = `
docker run --detach --name by-hand --publish 127.0.0.1::8000 "$1" >/dev/null
address=$(docker port by-hand 8000/tcp)
until curl --silent --fail --output /dev/null "http://$address/health"; do sleep 0.01; done`;

if ("missing" in engine) test.skip(`docker: ${engine.missing}`, () => {});
else if (Bun.which("curl") === null) test.skip("docker: the control needs curl", () => {});
else
  test("time to ready is at most 1.2 times that of docker run and a loop of curl", async () => {
    const image = await envImage(engine, "echo-env");
    const host = engine.engineHost === undefined ? {} : { DOCKER_HOST: engine.engineHost };
    const ours: number[] = [];
    const byHand: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      await using provider = new LocalDockerProvider({ ...connection(engine), image });
      ours.push(
        await time(async () => {
          await provider.start();
          await provider.waitForReady();
        }),
      );
      await provider.stop();
      byHand.push(
        await time(async () => {
          const shell = Bun.spawn(["sh", "-c", BY_HAND, "by-hand", image], { env: { ...process.env, ...host } });
          expect(await shell.exited).toBe(0);
        }),
      );
      engineCommand(engine, "rm", "--force", "by-hand");
    }
    const [mine, control] = [Math.min(...ours), Math.min(...byHand)];
    console.log(
      `time to ready: ${mine.toFixed(0)} ms, by hand ${control.toFixed(0)} ms, ratio ${(mine / control).toFixed(2)}`,
    );
    expect(containersOf(engine)).toEqual([]);
    expect(mine / control).toBeLessThanOrEqual(1.2);
  }, 240_000);

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
