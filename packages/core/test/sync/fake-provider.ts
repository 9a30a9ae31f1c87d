/** Providers that start nothing and write down what is asked of them, so that it is seen from whichever thread. */
import { appendFileSync, readFileSync } from "node:fs";
import process from "node:process";
import type {
  Provider,
  ProviderDescription,
  ProviderEndpoint,
  ProviderProgress,
  StartOptions,
  WaitOptions,
} from "@openenv/core";

/** What a {@link FakeProvider} does; each part does what it should unless told otherwise. */
export interface FakeOptions {
  /** File that gets a line for each call. */
  readonly log: string;
  /** Of a server that is there. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `never` takes no notice of any limit; `spin` blocks its thread; `exit` and `crash` end it. */
  readonly start?: "fail" | "never" | "spin" | "exit" | "crash";
  readonly ready?: "fail" | "never";
  /** How many times `stop` fails. */
  readonly stopFailures?: number;
  readonly end?: string;
  /** Without `describe()`. */
  readonly secretive?: boolean;
}

const never = new Promise<never>(() => {});

export class FakeProvider implements Provider {
  readonly kind = "fake";
  readonly describe?: () => ProviderDescription;
  readonly #options: FakeOptions;
  #url: string | undefined;
  #stopFailures: number;

  constructor(options: FakeOptions) {
    this.#options = options;
    this.#stopFailures = options.stopFailures ?? 0;
    if (options.secretive !== true) this.describe = () => this.description();
  }

  get baseUrl(): string | undefined {
    return this.#url;
  }

  async start(source?: string, { onProgress }: StartOptions = {}): Promise<ProviderEndpoint> {
    const { start, url, headers } = this.#options;
    this.#note(`start ${source}`);
    onProgress?.({ stage: "fetch", message: "one" });
    onProgress?.({ stage: "start", message: "two" });
    if (start === "fail") throw Object.assign(new TypeError("cannot start"), { code: "EFAKE" });
    if (start === "never") await never;
    if (start === "exit") process.exit(3);
    if (start === "spin") for (;;);
    if (start === "crash") {
      setTimeout(() => {
        throw new RangeError("out of a timer");
      });
      await never;
    }
    this.#url = url;
    return headers === undefined ? { baseUrl: url } : { baseUrl: url, headers };
  }

  async waitForReady({ timeoutMs }: WaitOptions = {}): Promise<void> {
    this.#note(`ready ${timeoutMs}`);
    if (this.#options.ready === "fail") throw new Error("not healthy");
    if (this.#options.ready === "never") await never;
  }

  async logs(): Promise<string> {
    return "the log";
  }

  async stop(): Promise<void> {
    this.#note("stop");
    this.#url = undefined;
    this.#stopFailures -= 1;
    if (this.#stopFailures >= 0) throw new Error("cannot stop");
  }

  async explainEnd(): Promise<Error | undefined> {
    return this.#options.end === undefined ? undefined : new Error(this.#options.end);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  description(): ProviderDescription {
    return { module: import.meta.url, export: "FakeProvider", options: this.#options };
  }

  #note(line: string): void {
    appendFileSync(this.#options.log, `${line}\n`);
  }
}

/** The lines that were written down. */
export function noted(log: string): string[] {
  return readFileSync(log, { encoding: "utf8", flag: "a+" })
    .split("\n")
    .filter((line) => line !== "");
}

/** Collects what a start tells. */
export function progressInto(messages: string[]): (progress: ProviderProgress) => void {
  return ({ message }) => messages.push(message);
}
