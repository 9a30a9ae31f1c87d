/**
 * What an id of an environment names. Pure: looks at the text only.
 */
import { InvalidArgumentError } from "../../errors/local-errors.ts";
import { isGitSource } from "../git-clone.ts";
import { isPath } from "../process/server-entry.ts";

/** An id, told apart. */
export type EnvironmentId =
  /** A server that runs already. */
  | { readonly type: "url"; readonly url: string }
  /** `owner/name` of the hub. */
  | { readonly type: "space"; readonly space: string }
  | { readonly type: "image"; readonly image: string }
  | { readonly type: "git"; readonly source: string }
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "package"; readonly name: string };

/** A page of a Space on a hub, whatever its host. */
const SPACE_PAGE = /^https?:\/\/[^/]+\/spaces\/([\w.-]+\/[\w.-]+)\/?$/;

const OWNER_AND_NAME = /^[\w.-]+\/[\w.-]+$/;
/** A package of npm, with its scope if it has one. */
export const PACKAGE_NAME: RegExp = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i;

/**
 * Reads an id: `./folder`, `owner/name`, `@scope/package`, `package`, `git+https://…`, `http://…`. A prefix says what is
 * meant where that is not plain: `hf:`, `npm:`, `docker:`, `file:`.
 *
 * @throws InvalidArgumentError for anything else
 */
export function parseEnvironmentId(id: string): EnvironmentId {
  const text = id.trim();
  const page = SPACE_PAGE.exec(text)?.[1];
  if (page !== undefined) return { type: "space", space: page };
  if (/^https?:\/\//.test(text)) return { type: "url", url: text };
  if (text.startsWith("docker:")) return { type: "image", image: text.slice("docker:".length) };
  if (isGitSource(text)) return { type: "git", source: text };
  if (isPath(text)) return { type: "folder", path: text };
  const [, prefix, name = text] = /^(hf|npm):(.*)$/.exec(text) ?? [];
  if (prefix !== "npm" && OWNER_AND_NAME.test(name)) return { type: "space", space: name };
  if (prefix !== "hf" && PACKAGE_NAME.test(name)) return { type: "package", name };
  throw new InvalidArgumentError(
    "id",
    `${JSON.stringify(id)} names no environment. Give owner/name of a Hugging Face Space, a package such as ` +
      `@openenv/echo-env-server, a folder with a leading "./", a URL, git+https://…, or docker:IMAGE.`,
  );
}

/** The part of a Space's host name before the first dot (PROTOCOL §10.7): `openenv/echo_env` → `openenv-echo-env`. */
export function spaceSubdomain(space: string): string {
  return space.toLowerCase().replace(/[^a-z0-9]/g, "-");
}

/** The packages that a name may mean: as it is, with `-server`, and for a bare `echo` or `echo_env` ours (NET-02). */
export function packageCandidates(name: string): readonly string[] {
  const candidates = name.endsWith("-server") ? [name] : [`${name}-server`, name];
  if (name.startsWith("@")) return candidates;
  const kebab = name.toLowerCase().replaceAll("_", "-");
  return [...candidates, `@openenv/${kebab.replace(/(?:-env)?(?:-server)?$/, "")}-env-server`];
}
