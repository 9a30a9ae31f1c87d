/**
 * The shell text by which a server is found, started and watched in a sandbox. Pure.
 */
import { fieldOf } from "../manifest-field.ts";

const LOG = "/tmp/openenv-server.log";
const PID = "/tmp/openenv-server.pid";

/** Prints what there is to start: the folder and text of the manifest, and whether our own bundle lies beside it. */
export const FIND_SERVER: string = `f=/app/env/openenv.yaml
[ -f "$f" ] || f=$(find /app -maxdepth 4 -name openenv.yaml -not -path '*/node_modules/*' 2>/dev/null | head -n 1)
[ -n "$f" ] && d=$(dirname "$f") && echo "$d" && { [ -f "$d/server.js" ] && echo bundle || echo none; } && cat "$f"
true`;

/** The command that serves, of what {@link FIND_SERVER} printed; `undefined` when it found nothing to start. */
export function serverCommand(found: string, port: number): string | undefined {
  const [folder = "", bundle, ...manifest] = found.split("\n");
  if (folder === "") return undefined;
  const app = fieldOf(manifest.join("\n"), "app");
  if (bundle === "bundle") return `cd ${quote(folder)} && exec bun server.js`;
  return app === undefined
    ? undefined
    : `cd ${quote(folder)} && exec python -m uvicorn ${quote(app)} --host 0.0.0.0 --port ${port}`;
}

/** Starts a command that outlives the shell. Not by `nohup`, which small images lack. */
export function inBackground(command: string, env: Readonly<Record<string, string>>): string {
  const variables = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}`);
  const script = ["trap '' HUP", ...variables, command].join("\n");
  return `sh -c ${quote(script)} > ${LOG} 2>&1 < /dev/null & echo $! > ${PID}`;
}

/** Prints the last lines that the server wrote. */
export const READ_LOG: string = `tail -n 1000 ${LOG} 2>/dev/null || true`;

/** Prints `alive` or `dead`; what has ended and is still in the list of processes, since nobody asks for it, is dead. */
export const IS_ALIVE: string = `p=$(cat ${PID}) && kill -0 "$p" 2>/dev/null && read -r _ _ s _ < "/proc/$p/stat" \\
&& [ "$s" != Z ] && echo alive || echo dead`;

/** A word of a shell command. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
