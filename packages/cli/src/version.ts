/**
 * The version of this package.
 */
import { readFileSync } from "node:fs";

/** From `package.json`, which stands above sources and build alike. */
export function version(): string {
  const file = new URL("../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
