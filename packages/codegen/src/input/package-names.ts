/**
 * The names that the packages of an environment have already. An author who renames one, or moves it to a scope of
 * their own, does so in its `package.json`; generated code follows.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PackageNames } from "../scaffold/packages.ts";

/** What is not there yet, or is not readable, is left out. */
export async function readPackageNames(folder: string): Promise<Partial<PackageNames>> {
  const [client, server] = await Promise.all(["client", "server"].map((side) => readName(join(folder, side))));
  return { ...(client !== undefined && { client }), ...(server !== undefined && { server }) };
}

/** Whether a folder has a package of its own. */
export async function isPackage(folder: string): Promise<boolean> {
  return (await readName(folder)) !== undefined;
}

/** The version of the client package, which the author raises there; `undefined` where there is none to read. */
export function readClientVersion(folder: string): Promise<string | undefined> {
  return readField(join(folder, "client"), "version");
}

function readName(home: string): Promise<string | undefined> {
  return readField(home, "name");
}

async function readField(home: string, field: "name" | "version"): Promise<string | undefined> {
  try {
    const value = (JSON.parse(await readFile(join(home, "package.json"), "utf8")) as Record<string, unknown>)[field];
    return typeof value === "string" && value !== "" ? value : undefined;
  } catch {
    return undefined;
  }
}
