/** A program: prints how long importing a module takes, in milliseconds, when zod is there already. */
import process from "node:process";

await import("zod");
const [, , name = ""] = process.argv;
const start = performance.now();
await import(name);
process.stdout.write(`${JSON.stringify({ importMs: performance.now() - start })}\n`);
