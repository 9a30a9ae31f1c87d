/**
 * Finds the user's token for the hub: where it is given, or where the hub's own command keeps it.
 */
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";

import { CommandFailure } from "../terminal/failure.ts";
import { EXIT_TOKEN } from "./hub-failure.ts";

/** @throws CommandFailure when there is none, or one that cannot be the hub's */
export async function findHubToken(endpoint: string): Promise<string> {
  const file = tokenFile();
  const inVariable = (process.env["HF_TOKEN"] ?? "").trim();
  const token = inVariable === "" ? (await readFile(file, "utf8").catch(() => "")).trim() : inVariable;
  const next = `Make one that may write at ${endpoint}/settings/tokens and set HF_TOKEN to it, or log in: hf auth login`;
  if (token === "")
    throw new CommandFailure(
      `Pushing a Space takes your token of the hub: HF_TOKEN is not set, and ${file} has none.`,
      {
        code: "NO_TOKEN",
        exitCode: EXIT_TOKEN,
        next,
      },
    );
  if (/^hf_\S+$/.test(token)) return token;
  const place = inVariable === "" ? file : "HF_TOKEN";
  throw new CommandFailure(`What ${place} holds is no token of the hub: those begin with hf_.`, {
    code: "BAD_TOKEN",
    exitCode: EXIT_TOKEN,
    next,
  });
}

/** Where `hf auth login` writes. */
function tokenFile(): string {
  const caches = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  return join(process.env["HF_HOME"] || join(caches, "huggingface"), "token");
}
