/**
 * Pushes a layout to a Space of the hub, as one commit that changes only what differs.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { spaceSubdomain } from "@openenv/core/providers";

import { CommandFailure, EXIT_INTERRUPTED } from "../terminal/failure.ts";
import { connectHub, type HubConnection, type HubLibrary } from "./hub-connection.ts";
import { EXIT_REFUSED, HubRefusal } from "./hub-failure.ts";
import { spaceChanges, type SpaceChanges } from "./space-changes.ts";
import { parseSpaceId } from "./space-id.ts";
import type { SpaceLayout } from "./space-layout.ts";
import { variablesToSet } from "./space-variables.ts";

export interface SpaceOptions {
  /** `OWNER/NAME`, or `NAME` for a Space of the token's user. */
  readonly space: string;
  readonly isPrivate: boolean;
  readonly variables: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
}

export interface PushOptions {
  /** The first line of the commit. */
  readonly title: string;
  readonly dryRun: boolean;
  readonly onProgress: (message: string) => void;
}

/** What a push did, or would do. */
export interface PushedSpace extends Omit<SpaceChanges, "unchanged"> {
  readonly id: string;
  /** The Space's page. */
  readonly page: string;
  /** Where its server is. */
  readonly url: string;
  readonly created: boolean;
  /** The commit's page; `null` when nothing differs, or nothing is sent. */
  readonly commit: string | null;
  /** Names of the variables that are set. */
  readonly variables: readonly string[];
  readonly dryRun: boolean;
}

/** What matters of a Space that is there. */
interface SpaceFacts {
  readonly sdk?: string | undefined;
  readonly private: boolean;
  readonly sha: string;
  readonly subdomain: string;
}

/** A Space that may be pushed to. It need not exist. */
export class HubSpace {
  readonly #hub: HubConnection;
  readonly #id: string;
  readonly #options: SpaceOptions;
  readonly #found: SpaceFacts | undefined;

  private constructor(hub: HubConnection, id: string, options: SpaceOptions, found: SpaceFacts | undefined) {
    this.#hub = hub;
    this.#id = id;
    this.#options = options;
    this.#found = found;
  }

  /**
   * Looks at what is there, before anything is built for it. Changes nothing.
   *
   * @throws UsageError for a name that is none, CommandFailure without a token, without the hub's library, when the hub
   *   refuses, for a Space of another SDK, and for a public one where a private one is wanted
   */
  static async open(options: SpaceOptions): Promise<HubSpace> {
    const { owner, name } = parseSpaceId(options.space);
    return orInterrupted(options, async () => {
      const hub = await connectHub(options.space, options.signal);
      const id = `${owner ?? (await hub.library.whoAmI(hub.access)).name}/${name}`;
      const found = await findSpace(hub, id);
      if (found !== undefined) checkSpace(found, id, hub.endpoint, options);
      return new HubSpace(hub, id, options, found);
    });
  }

  /**
   * Makes the Space where there is none, sets its variables, then commits: its first start has them.
   *
   * @throws CommandFailure as {@link open}, and with code `INTERRUPTED` after a signal
   */
  async push(layout: SpaceLayout, options: PushOptions): Promise<PushedSpace> {
    return orInterrupted(this.#options, () => this.#push(layout, options));
  }

  async #push(layout: SpaceLayout, { title, dryRun, onProgress }: PushOptions): Promise<PushedSpace> {
    const { endpoint } = this.#hub;
    onProgress(`Looking at ${this.#id}`);
    const created = this.#found === undefined;
    const space = this.#found ?? (dryRun ? undefined : await this.#create());
    const changes = await spaceChanges(layout.folder, layout.files, space === undefined ? [] : await this.#files());
    const variables = await this.#variablesToSet(space !== undefined);
    const pushed = {
      id: this.#id,
      page: `${endpoint}/spaces/${this.#id}`,
      url: `https://${space?.subdomain ?? spaceSubdomain(this.#id)}.hf.space`,
      created,
      added: changes.added,
      changed: changes.changed,
      removed: changes.removed,
      variables: [...variables.keys()],
      dryRun,
    };
    if (dryRun || space === undefined) return { ...pushed, commit: null };
    for (const [key, value] of variables) {
      onProgress(`Setting ${key}`);
      const body = JSON.stringify({ key, value });
      await this.#hub.ask(`/api/spaces/${this.#id}/variables`, { method: "POST", body });
    }
    const operations = await operationsOf(layout, changes);
    if (operations.length === 0) return { ...pushed, commit: null };
    onProgress(`Uploading ${operations.length} ${operations.length === 1 ? "change" : "changes"} to ${this.#id}`);
    const result = await this.#hub.library.commit({
      ...this.#hub.access,
      repo: { type: "space", name: this.#id },
      title,
      operations,
      // Whoever pushes at the same time is not overwritten.
      parentCommit: space.sha,
      abortSignal: this.#options.signal,
    });
    return { ...pushed, commit: result?.commit.url ?? null };
  }

  async #create(): Promise<SpaceFacts> {
    const { library, access } = this.#hub;
    const visibility = this.#options.isPrivate ? ({ visibility: "private" } as const) : {};
    await library.createRepo({ ...access, repo: { type: "space", name: this.#id }, sdk: "docker", ...visibility });
    const made = await findSpace(this.#hub, this.#id);
    if (made !== undefined) return made;
    throw new CommandFailure(`The hub has made ${this.#id}, but does not know it yet.`, {
      code: "HUB_UNAVAILABLE",
      next: "Run the same command again.",
    });
  }

  async #files(): Promise<readonly HubLibrary.ListFileEntry[]> {
    const repo = { type: "space", name: this.#id } as const;
    const files: HubLibrary.ListFileEntry[] = [];
    for await (const file of this.#hub.library.listFiles({ ...this.#hub.access, repo, recursive: true }))
      files.push(file);
    return files;
  }

  async #variablesToSet(exists: boolean): Promise<ReadonlyMap<string, string>> {
    const { variables } = this.#options;
    if (variables.size === 0 || !exists) return variables;
    // Setting one restarts the Space, even to what it is already.
    return variablesToSet(variables, await this.#hub.ask(`/api/spaces/${this.#id}/variables`));
  }
}

async function findSpace({ library, access }: HubConnection, id: string): Promise<SpaceFacts | undefined> {
  try {
    return await library.spaceInfo({ ...access, name: id, additionalFields: ["sha", "subdomain"] });
  } catch (error) {
    if (error instanceof HubRefusal && error.isMissing) return undefined;
    throw error;
  }
}

function checkSpace(found: SpaceFacts, id: string, endpoint: string, { isPrivate }: SpaceOptions): void {
  if (found.sdk !== undefined && found.sdk !== "docker")
    throw new CommandFailure(`${id} is a Space of the SDK ${found.sdk}; an environment takes one of docker.`, {
      code: "WRONG_SDK",
      exitCode: EXIT_REFUSED,
      next: "Push to another name.",
    });
  if (isPrivate && !found.private)
    throw new CommandFailure(`${id} is there already, and public: --private is for a Space that is new.`, {
      code: "NOT_PRIVATE",
      exitCode: EXIT_REFUSED,
      next: `Make it private at ${endpoint}/spaces/${id}/settings, or push to another name.`,
    });
}

async function operationsOf(
  { folder }: SpaceLayout,
  { added, changed, removed }: SpaceChanges,
): Promise<HubLibrary.CommitOperation[]> {
  const written = [...added, ...changed].toSorted().map(async (path) => ({
    operation: "addOrUpdate" as const,
    path,
    // Not a blob that reads its file when it is sent: a runtime's own fetch may not know such a one.
    content: new Blob([await readFile(join(folder, path))]),
  }));
  return [...(await Promise.all(written)), ...removed.map((path) => ({ operation: "delete" as const, path }))];
}

/** An interruption is told with what is left behind. */
async function orInterrupted<T>({ space, signal }: SpaceOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandFailure(`Interrupted on the way to ${space}: its files are all as they were, or all pushed.`, {
      code: "INTERRUPTED",
      exitCode: EXIT_INTERRUPTED,
      next: "The same command sends what is missing.",
      cause: error,
    });
  }
}
