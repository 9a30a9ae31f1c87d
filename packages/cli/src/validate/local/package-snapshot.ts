/**
 * Copies a package to where its image is built from, without what the original leaves out: a Dockerfile that needs such
 * a file would build here and nowhere else, and a secret would be in the image.
 */
import { cp } from "node:fs/promises";
import { basename } from "node:path";

/** Of tools, and of a user's home. */
const FOLDERS: ReadonlySet<string> = new Set(
  ".git .venv venv .ssh .aws .azure .config .pytest_cache .mypy_cache .ruff_cache __pycache__ node_modules outputs"
    .concat(" .validation")
    .split(" "),
);
/** Files that are called like secrets: `.env`, `.env.local`, `id_rsa`, `credentials.json`, `server.pem`. */
const SECRETS = [
  /^\.env(?:\..*)?$/i,
  /^\.netrc$/i,
  /_secrets?\../i,
  /^id_(?:rsa|ed25519)/i,
  /^id_ecdsa(?:\..*)?$/i,
  /^credentials(?:\.json)?$/i,
  /^secrets?(?:\.(?:json|toml|ya?ml))?$/i,
  /\.(?:pem|key|p12|pfx)$/i,
] as const;

/** @param destination a folder that does not exist yet */
export async function copyPackage(folder: string, destination: string): Promise<void> {
  await cp(folder, destination, {
    recursive: true,
    filter: (source) => source === folder || !isLeftOut(basename(source)),
  });
}

function isLeftOut(name: string): boolean {
  return FOLDERS.has(name) || SECRETS.some((pattern) => pattern.test(name));
}
