/**
 * The templates: what each holds beside what all projects have.
 */
import { readFileSync } from "node:fs";

export type TemplateName = "minimal" | "tools" | "game" | "coding";

export interface Template {
  /** For whoever chooses. */
  readonly about: string;
  /** The environment's description, if none is given. */
  readonly description: string;
  /** Of its kind, for `validation:` in the manifest. */
  readonly tag: string;
  /** Sources of the server: the file in the template, and where it goes. */
  readonly sources: readonly string[];
  /** What its server needs beyond core. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly tools: readonly string[];
}

export const templates: Readonly<Record<TemplateName, Template>> = {
  minimal: {
    about: "one action, one observation",
    description: "Answers in capital letters",
    tag: "demo",
    sources: ["environment.ts"],
    dependencies: {},
    tools: [],
  },
  tools: {
    about: "tools to look around with, and an action to answer",
    description: "Find out who lives where",
    tag: "tools",
    sources: ["environment.ts"],
    dependencies: {},
    tools: ["list_houses", "look_into"],
  },
  game: {
    about: "a seeded game with rewards on the way",
    description: "Guess a word by its letters",
    tag: "game",
    sources: ["environment.ts"],
    dependencies: {},
    tools: [],
  },
  coding: {
    about: "code that is run in a sandbox",
    description: "Write the function that is asked for",
    tag: "coding",
    sources: ["environment.ts", "sandbox.ts"],
    dependencies: { "@jitl/quickjs-singlefile-mjs-release-sync": "^0.32.0", "quickjs-emscripten-core": "^0.32.0" },
    tools: [],
  },
};

/** A file of a template with its names filled in. */
export function templateFile(template: TemplateName, file: string, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(new URL(`../../templates/${template}/${file}`, import.meta.url), "utf8");
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole);
}
