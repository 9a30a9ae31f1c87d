/** Fake providers, each with a log file of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FakeOptions, FakeProvider } from "./fake-provider.ts";

/** Makes them, and removes the files. */
export class FakeLogs implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "openenv-sync-"));
  #count = 0;

  provider(options: Omit<FakeOptions, "log">): { readonly provider: FakeProvider; readonly log: string } {
    this.#count += 1;
    const log = join(this.#folder, `${this.#count}.log`);
    return { provider: new FakeProvider({ ...options, log }), log };
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }
}
