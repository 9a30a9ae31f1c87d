/** A program for Node without TypeScript: prints what the built package plans for the folder it is given. */
import process from "node:process";
import { planFolder } from "@openenv/codegen";

const { plan, diagnostics } = await planFolder(process.argv[2] ?? "", { python: true });
const files = plan?.files.map(({ path, content }) => ({ path, content })) ?? [];
process.stdout.write(JSON.stringify({ files, diagnostics }));
