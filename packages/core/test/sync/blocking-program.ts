/** A program that does what its second argument says, prints the code of the error it meets, closes nothing, ends with 7. */
import process from "node:process";
import { GenericEnvClient, OpenEnvError } from "@openenv/core";
import { programUrl } from "./support.ts";

const [url = "", how = ""] = process.argv.slice(2);
const module = programUrl("fake-provider").href;
const provider = (start: string): object => ({
  module,
  export: "FakeProvider",
  options: { url, start, log: "/dev/null" },
});

const deeds: Readonly<Record<string, () => void>> = {
  open: () => void GenericEnvClient.sync(url).reset(),
  lost: () => void GenericEnvClient.sync(url).step({ cut: true }),
  closed: () => GenericEnvClient.connectSync(url).close(),
  hung: () => void GenericEnvClient.fromEnvSync("e", { provider: provider("spin") as never, timeoutMs: 100 }),
  crashed: () => void GenericEnvClient.fromEnvSync("e", { provider: provider("crash") as never }),
};

try {
  deeds[how]?.();
  process.stdout.write("fine\n");
} catch (error) {
  if (!(error instanceof OpenEnvError)) throw error;
  process.stdout.write(`${error.code} ${error.message.split("\n")[0]}\n`);
}
process.exitCode = 7;
