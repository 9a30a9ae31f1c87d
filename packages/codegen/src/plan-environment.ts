/**
 * From an environment to the plan of its packages.
 */
import type { DiagnosticLog } from "./diagnostics/diagnostic.ts";
import { headerText } from "./emit/header.ts";
import { emitJsonSchemas, type PublishedSchemas } from "./emit/json-schema-file.ts";
import {
  emitClient,
  emitClientIndex,
  emitDefine,
  emitManifest,
  emitServerIndex,
  emitSpec,
} from "./emit/small-files.ts";
import { emitToolTypes } from "./emit/tool-files.ts";
import { emitTypes } from "./emit/types-file.ts";
import { emitValidators } from "./emit/validators-file.ts";
import type { EnvironmentIr } from "./ir/environment.ts";
import type { Plan, PlannedFile } from "./plan/plan.ts";
import { GeneratedFile } from "./print/generated-file.ts";
import { PYTHON_FOLDER, pythonPackage } from "./python/python-package.ts";
import { schemaHash } from "./publish/schema-hash.ts";
import { dockerfile } from "./scaffold/dockerfile.ts";
import { clientScaffold, serverScaffold, type PackageNames } from "./scaffold/packages.ts";

const CLIENT = "client/src/gen";
const SERVER = "server/src/gen";

export interface PlanOptions {
  /** What the header of generated files names as their source: `schema.ts`. */
  readonly origin: string;
  /** The npm scope of the packages. Default `@openenv`. */
  readonly scope?: string | undefined;
  /** Names that the packages have already; they win over the scope. */
  readonly packages?: Partial<PackageNames> | undefined;
  /** The version that the client package has already. Default: that of the environment. */
  readonly version?: string | undefined;
  /**
   * Where the environment's folder lies in a workspace like this repository: `packages/envs/echo-env`. Default: nowhere,
   * and the packages stand alone.
   */
  readonly home?: string | undefined;
  /** Whether the environment is served in a container: a `Dockerfile` is written where there is none. Needs a home. */
  readonly dockerfile?: boolean | undefined;
  /** Whether a Python client package is made too, below `python`. Default `false`. */
  readonly python?: boolean | undefined;
  /** What regenerates the files. Default `bun run generate`. */
  readonly command?: string | undefined;
}

/**
 * Every file of the packages. Deterministic: the same environment gives the same bytes anywhere.
 *
 * @param schemas what the environment publishes
 * @param log told what a package cannot express
 */
export function planEnvironment(
  env: EnvironmentIr,
  schemas: PublishedSchemas,
  options: PlanOptions,
  log: DiagnosticLog,
): Plan {
  const { origin, scope = "@openenv", command = "bun run generate", home, version = env.version } = options;
  const workspace = home?.replaceAll(/[^/]+/g, "..");
  const packages: PackageNames = {
    client: `${scope}/${env.names.slug}`,
    server: `${scope}/${env.names.slug}-server`,
    ...options.packages,
  };
  const tools = env.tools.map(({ name, inputSchema, outputSchema }) => ({ name, inputSchema, outputSchema }));
  const hash = schemaHash(tools.length === 0 ? schemas : { ...schemas, tools });
  const source = { origin, schemaHash: hash, command };
  const header = headerText(source);
  const file = (path: string, emit: (file: GeneratedFile) => void): PlannedFile => {
    const printed = new GeneratedFile(header);
    emit(printed);
    return { path, ownership: "generated", content: printed.toString() };
  };
  return {
    generatedFolders: [CLIENT, SERVER, PYTHON_FOLDER],
    files: [
      file(`${CLIENT}/types.ts`, (printed) => {
        emitTypes(printed, env);
        emitToolTypes(printed, env);
      }),
      file(`${CLIENT}/schema.ts`, (printed) => emitValidators(printed, env)),
      file(`${CLIENT}/json-schema.ts`, (printed) => emitJsonSchemas(printed, env, schemas)),
      file(`${CLIENT}/manifest.ts`, (printed) => emitManifest(printed, env, hash)),
      file(`${CLIENT}/spec.ts`, (printed) => emitSpec(printed, env)),
      file(`${CLIENT}/client.ts`, (printed) => emitClient(printed, env)),
      file(`${CLIENT}/index.ts`, (printed) => emitClientIndex(printed, env)),
      file(`${SERVER}/define.ts`, (printed) => emitDefine(printed, env, packages.client)),
      file(`${SERVER}/index.ts`, (printed) => emitServerIndex(printed, env, packages.client)),
      ...clientScaffold(env, packages, workspace),
      ...serverScaffold(env, packages, workspace),
      ...(options.python ? pythonPackage(env, headerText(source, "python"), version, log) : []),
      ...(home !== undefined && options.dockerfile ? [dockerfile(env, home)] : []),
    ],
  };
}
