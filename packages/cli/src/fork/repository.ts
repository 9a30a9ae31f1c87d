/**
 * Where the sources of a published package are, by the field `repository` of its `package.json`. Pure.
 */
import { dirname } from "node:path/posix";

import { isObject } from "../support/is-object.ts";

/** Hosts that npm lets a package name by a short form: `github:owner/name`, or `owner/name` alone. */
const HOSTS: Readonly<Record<string, string>> = {
  github: "https://github.com/",
  gitlab: "https://gitlab.com/",
  bitbucket: "https://bitbucket.org/",
};

/**
 * A source as `openenv fork` takes it: `git+https://host/owner/name.git#subdirectory=envs/word-env`. The environment is
 * the folder above the one of the package.
 *
 * @returns `undefined` when it names none that git could clone
 */
export function repositoryOf(manifest: Readonly<Record<string, unknown>>): string | undefined {
  const { repository } = manifest;
  const url = isObject(repository) ? repository["url"] : repository;
  const directory = isObject(repository) ? repository["directory"] : undefined;
  const location = typeof url === "string" ? cloneUrl(url.trim()) : undefined;
  if (location === undefined) return undefined;
  const home = typeof directory === "string" ? dirname(directory.replace(/^\.?\/|\/$/g, "")) : ".";
  return home === "." ? location : `${location}#subdirectory=${home}`;
}

function cloneUrl(url: string): string | undefined {
  const [, host = "github", path] = /^(?:([a-z]+):)?([\w.-]+\/[\w.-]+)$/.exec(url) ?? [];
  if (path !== undefined) {
    const origin = HOSTS[host];
    return origin === undefined ? undefined : `git+${origin}${path}`;
  }
  const plain = url.replace(/^git\+/, "").replace(/#.*$/, "");
  return /^(?:https?|ssh|git|file):\/\//.test(plain) ? `git+${plain}` : undefined;
}
