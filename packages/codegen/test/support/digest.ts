/** A digest of everything that is planned for the environments of the tests. */
import { createHash } from "node:crypto";
import { hostile } from "../fixtures/hostile.ts";
import { twins } from "../fixtures/pydantic/twins.ts";
import { planZod } from "./plans.ts";

export function digestOfPlans(): string {
  const hash = createHash("sha256");
  for (const schema of [...Object.values(twins), hostile]) {
    for (const { path, content } of planZod(schema, { python: true }).files) hash.update(`${path}\n${content}`);
  }
  return hash.digest("hex");
}
