/**
 * How long it takes from nothing to a healthy container, beside the same by hand: `docker run`, `docker port` and a loop
 * of curl. In pairs, in alternation, since the machine is not ours alone.
 */
import { LocalDockerProvider, type LocalDockerProviderOptions } from "@openenv/core/providers";

/** Milliseconds of each start, one entry a pair. */
export interface TimesToReady {
  readonly ours: readonly number[];
  readonly byHand: readonly number[];
}

const CONTAINER = "openenv-by-hand";

const BY_HAND = `
docker run --detach --name ${CONTAINER} --publish 127.0.0.1::8000 "$1" >/dev/null
address=$(docker port ${CONTAINER} 8000/tcp)
until curl --silent --fail --output /dev/null "http://$address/health"; do sleep 0.01; done`;

const REMOVE = `docker rm --force --volumes ${CONTAINER} >/dev/null`;

/**
 * @param options of the provider: the image, which listens on port 8000, and the engine
 * @throws Error when the starts by hand fail
 */
export async function timesToReady(options: LocalDockerProviderOptions, pairs: number): Promise<TimesToReady> {
  const { image = "", engineHost } = options;
  const env = { ...process.env, ...(engineHost === undefined ? {} : { DOCKER_HOST: engineHost }) };
  const shell = async (script: string): Promise<void> => {
    const child = Bun.spawn(["sh", "-ec", script, "by-hand", image], { env });
    if ((await child.exited) !== 0) throw new Error(`by hand it ended with exit code ${child.exitCode}`);
  };
  const ours: number[] = [];
  const byHand: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    await using provider = new LocalDockerProvider(options);
    ours.push(
      await time(async () => {
        await provider.start();
        await provider.waitForReady();
      }),
    );
    await provider.stop();
    try {
      byHand.push(await time(() => shell(BY_HAND)));
    } finally {
      await shell(REMOVE);
    }
  }
  return { ours, byHand };
}

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
