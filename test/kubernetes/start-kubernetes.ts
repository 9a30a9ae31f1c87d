/** Starts a deployment, prints its URL and waits to be killed. Arguments: options as JSON, image. */
import { KubernetesProvider, type KubernetesProviderOptions } from "@openenv/core/providers";
import process from "node:process";

const [options = "{}", image] = process.argv.slice(2);
const provider = new KubernetesProvider(JSON.parse(options) as KubernetesProviderOptions);
const { baseUrl } = await provider.start(image);
process.stdout.write(`${baseUrl}\n`);
setInterval(() => {}, 60_000);
