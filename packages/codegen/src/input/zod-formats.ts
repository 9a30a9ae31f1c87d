/**
 * String formats that zod checks. JSON Schema's `format` only describes, so that they are checked has to be carried apart.
 */
import { z } from "zod";
import { checksOf, definitionOf, type CheckDefinition } from "./zod-internals.ts";

/** How zod makes each of them without options, by the name zod gives the format. */
const factories: Readonly<Record<string, readonly [name: string, schema: z.ZodType]>> = {
  email: ["email", z.email()],
  url: ["url", z.url()],
  uuid: ["uuid", z.uuid()],
  guid: ["guid", z.guid()],
  nanoid: ["nanoid", z.nanoid()],
  cuid2: ["cuid2", z.cuid2()],
  ulid: ["ulid", z.ulid()],
  ipv4: ["ipv4", z.ipv4()],
  ipv6: ["ipv6", z.ipv6()],
  cidrv4: ["cidrv4", z.cidrv4()],
  cidrv6: ["cidrv6", z.cidrv6()],
  base64: ["base64", z.base64()],
  base64url: ["base64url", z.base64url()],
  e164: ["e164", z.e164()],
  emoji: ["emoji", z.emoji()],
  jwt: ["jwt", z.jwt()],
  datetime: ["iso.datetime", z.iso.datetime()],
  date: ["iso.date", z.iso.date()],
  time: ["iso.time", z.iso.time()],
  duration: ["iso.duration", z.iso.duration()],
};

/** What a format comes to in generated code. */
export type FoundFormat =
  | { readonly kind: "plain"; readonly factory: string; readonly pattern: string | undefined }
  /** With options: only what its pattern says can be carried, if it has one. */
  | { readonly kind: "special"; readonly hasPattern: boolean };

/** The checked format of a string schema, if it has one. */
export function checkedFormat(schema: z.core.$ZodType): FoundFormat | undefined {
  const definition = definitionOf(schema);
  const own = "check" in definition ? [definition as CheckDefinition] : [];
  for (const check of [...own, ...checksOf(schema)]) {
    if (check.check !== "string_format") continue;
    const { format, pattern } = check;
    const [factory, plain] = (Object.hasOwn(factories, format) && factories[format]) || [];
    if (factory === undefined || plain === undefined) continue;
    if (!sameOptions(check, definitionOf(plain))) return { kind: "special", hasPattern: pattern !== undefined };
    return { kind: "plain", factory, pattern: z.toJSONSchema(plain).pattern };
  }
  return undefined;
}

function sameOptions(a: object, b: object): boolean {
  return optionsOf(a) === optionsOf(b);
}

const NO_OPTIONS: ReadonlySet<string> = new Set(["abort", "check", "checks", "error", "type", "when"]);

function optionsOf(definition: object): string {
  const options = Object.entries(definition).filter(([key, value]) => value !== undefined && !NO_OPTIONS.has(key));
  return options
    .map(([key, value]) => `${key}=${String(value)}`)
    .toSorted()
    .join("\n");
}
