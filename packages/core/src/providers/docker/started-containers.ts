/**
 * Finds the containers that providers have started, by their labels, and removes those whose process is gone: what
 * `openenv ps` and `openenv prune` show and do.
 */
import { ProviderError } from "../../errors/provider-error.ts";
import { checkOptionNames } from "../option-check.ts";
import { Redactor } from "../redactor.ts";
import { Container, type ContainerFacts } from "./container.ts";
import { ContainerCli, ENGINE_OPTION_NAMES, type EngineOptions } from "./container-cli.ts";
import { type ContainerOwner, ownerOf, PROVIDER_LABEL } from "./owner-labels.ts";

/** A container that a provider has started. */
export interface StartedContainer {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  /** `running`, `exited`, `created`, … */
  readonly state: string;
  readonly createdAt: Date;
  /** `undefined` when no port is published. */
  readonly baseUrl: string | undefined;
  readonly owner: ContainerOwner;
}

/** Options of {@link pruneContainers}. */
export interface PruneOptions extends EngineOptions {
  /** Also those whose process is alive, or on another machine. Default `false`. */
  readonly all?: boolean | undefined;
}

/** @throws ProviderError when there is no engine */
export async function listContainers(options: EngineOptions = {}): Promise<readonly StartedContainer[]> {
  checkOptionNames("listContainers", options, ENGINE_OPTION_NAMES);
  return list(new ContainerCli(options));
}

/**
 * Removes containers at once, without waiting for their servers to end by themselves.
 *
 * @returns those that were removed
 * @throws ProviderError when there is no engine, or with stage `stop` when one cannot be removed
 */
export async function pruneContainers(options: PruneOptions = {}): Promise<readonly StartedContainer[]> {
  checkOptionNames("pruneContainers", options, [...ENGINE_OPTION_NAMES, "all"]);
  const cli = new ContainerCli(options);
  const doomed = (await list(cli)).filter(({ owner }) => options.all === true || owner.isAlive === false);
  const none = new Redactor([]);
  await Promise.all(
    doomed.map(async ({ id, name }) => {
      try {
        await new Container(cli, id, none).remove();
      } catch (error) {
        throw new ProviderError("stop", `Could not remove the container ${name}: ${(error as Error).message}`, {
          cause: error,
        });
      }
    }),
  );
  return doomed;
}

async function list(cli: ContainerCli): Promise<readonly StartedContainer[]> {
  const filter = ["--all", "--quiet", "--no-trunc", "--filter", `label=${PROVIDER_LABEL}`];
  const { stdout } = await cli.mustRun(["ps", ...filter], {
    stage: "setup",
    failure: "Cannot list the containers",
    redactor: new Redactor([]),
  });
  const ids = stdout.split("\n").filter((id) => id !== "");
  // One may be gone before it is looked at.
  const facts = await Promise.all(ids.map((id) => cli.inspect("container", id)));
  return facts.filter((each) => each !== undefined).map((each) => describe(each as ContainerFacts));
}

function describe({ Id, Name, Created, Config, State, NetworkSettings }: ContainerFacts): StartedContainer {
  const [published] = Object.values(NetworkSettings.Ports ?? {}).find((ports) => (ports?.length ?? 0) > 0) ?? [];
  return {
    id: Id,
    name: Name.replace(/^\//, ""),
    image: Config.Image,
    state: State.Status,
    createdAt: new Date(Created),
    baseUrl: published === undefined ? undefined : `http://${published.HostIp || "127.0.0.1"}:${published.HostPort}`,
    owner: ownerOf(Config.Labels ?? {}),
  };
}
