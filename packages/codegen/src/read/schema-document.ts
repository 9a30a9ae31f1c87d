/**
 * One JSON Schema document: finds what its references mean. JSON Schema 2020-12, and draft-07 where it differs.
 */
import { isJsonArray, isJsonObject, member, type Json, type JsonObject } from "../json/json.ts";
import { fragmentNames, pointerNames, pointTo, valueAt } from "../json/pointer.ts";

/** Keywords whose values are data, not schemas: an `$id` in there names nothing. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(["const", "default", "enum", "examples"]);
const NO_BASE = "schema:/";

export interface ReferenceTarget {
  readonly pointer: string;
  readonly schema: Json;
}

export class SchemaDocument {
  readonly root: Json;
  /** What diagnostics call the document. */
  readonly name: string;
  /** Pointers by absolute URI, with the anchor as fragment. */
  readonly #places = new Map<string, string>();
  /** The base URI in force at each pointer that sets one. */
  readonly #bases: { readonly pointer: string; readonly uri: string }[] = [];

  constructor(root: Json, name: string) {
    this.root = root;
    this.name = name;
    this.#places.set(NO_BASE, "#");
    this.#index(root, "#", NO_BASE);
  }

  /** What a `$ref` at a pointer means; `"external"` when it leads out of the document. */
  find(ref: string, from: string): ReferenceTarget | "external" | undefined {
    const uri = resolveUri(ref, this.#baseAt(from));
    if (uri === undefined) return undefined;
    const [resource = "", fragment = ""] = uri.split("#", 2);
    const start = this.#places.get(resource);
    if (start === undefined) return "external";
    const anchored = this.#places.get(uri);
    if (anchored !== undefined && fragment !== "") return this.#targetAt(anchored);
    const names = fragmentNames(fragment);
    return names === undefined ? undefined : this.#targetAt(pointTo(start, ...names));
  }

  #targetAt(pointer: string): ReferenceTarget | undefined {
    const schema = valueAt(this.root, pointerNames(pointer));
    return schema === undefined ? undefined : { pointer, schema };
  }

  #baseAt(pointer: string): string {
    const around = this.#bases.filter((base) => pointer === base.pointer || pointer.startsWith(`${base.pointer}/`));
    return around.reduce((a, b) => (b.pointer.length >= a.pointer.length ? b : a), { pointer: "", uri: NO_BASE }).uri;
  }

  #index(schema: Json, pointer: string, base: string): void {
    if (isJsonArray(schema)) {
      schema.forEach((item, index) => this.#index(item, pointTo(pointer, index), base));
    } else if (isJsonObject(schema)) {
      const uri = this.#indexNames(schema, pointer, base);
      for (const [key, value] of Object.entries(schema)) {
        if (!DATA_KEYWORDS.has(key)) this.#index(value, pointTo(pointer, key), uri);
      }
    }
  }

  /** Notes `$id` and `$anchor`. Returns the base URI of what is within. */
  #indexNames(schema: JsonObject, pointer: string, base: string): string {
    const id = member(schema, "$id");
    const anchor = member(schema, "$anchor");
    let uri = base;
    if (typeof id === "string") {
      const resolved = resolveUri(id, base);
      if (resolved !== undefined) {
        this.#places.set(resolved, pointer);
        // Draft-07 writes an anchor as `$id: "#name"`.
        if (!id.startsWith("#")) {
          [uri = base] = resolved.split("#", 1);
          this.#places.set(uri, pointer);
          this.#bases.push({ pointer, uri });
        }
      }
    }
    if (typeof anchor === "string") this.#places.set(`${uri}#${anchor}`, pointer);
    return uri;
  }
}

function resolveUri(ref: string, base: string): string | undefined {
  if (ref.startsWith("#")) return ref === "#" ? base : base + ref;
  try {
    return new URL(ref, base).href;
  } catch {
    return undefined;
  }
}
