/**
 * What every server of the bench does around serving: it tells its port, and ends with the process that started it, so
 * that a bench that is killed leaves nothing behind.
 */
import process from "node:process";

/** Prints the line that the bench waits for, and ends when stdin does. */
export function announce(port: number): void {
  console.log(`listening ${port}`);
  process.stdin.on("end", () => process.exit(0));
  process.stdin.resume();
}
