/**
 * Reads JSON Schema into the intermediate representation.
 *
 * A schema is the conjunction of its keywords. So each group of keywords gives a node (what the type keywords say, the
 * values of an enumeration, each combinator, the target of a reference), and the schema is the intersection of them.
 */
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import { intersect } from "../ir/intersect.ts";
import type { Model } from "../ir/model.ts";
import type { Node, NodeInfo } from "../ir/node.ts";
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  member,
  sortKeys,
  type Json,
  type JsonObject,
} from "../json/json.ts";
import { DEFAULT_FACTORY } from "../json/marks.ts";
import { pointerNames, pointTo } from "../json/pointer.ts";
import { constrains, foreignKeywords, unsupportedKeywords } from "./keywords.ts";
import type { ModelTable } from "./model-table.ts";
import { readByType } from "./read-types.ts";
import type { ReferenceTarget, SchemaDocument } from "./schema-document.ts";

/** How the properties of an object are ordered. */
export type PropertyOrder =
  /** As they stand: the author of `schema.ts` chose the order. */
  | "declared"
  /** Those in `required`, in its order, then the others by name: the same however the keys of a document are shuffled. */
  | "canonical";

export class SchemaReader {
  readonly order: PropertyOrder;
  readonly log: DiagnosticLog;
  readonly #document: SchemaDocument;
  readonly #models: ModelTable;
  readonly #identities = new Map<string, string>();

  constructor(document: SchemaDocument, models: ModelTable, log: DiagnosticLog, order: PropertyOrder) {
    this.#document = document;
    this.#models = models;
    this.log = log;
    this.order = order;
  }

  /** The node of the whole document: a model when the document refers to itself. */
  readDocument(): Node {
    const { root } = this.#document;
    const node = this.read(root, "#");
    const isModel = node.kind !== "ref" && this.#identities.has("#");
    return isModel ? { kind: "ref", model: this.#modelAt("#", root), source: node.source } : node;
  }

  /** The node of the schema at a pointer. */
  read(schema: Json, pointer: string): Node {
    const source = this.sourceOf(pointer);
    if (typeof schema === "boolean") return { kind: schema ? "unknown" : "never", source };
    if (!isJsonObject(schema)) {
      this.log.report("OE1017", source, `A schema must be an object or a boolean.`);
      return { kind: "never", source };
    }
    this.#reportUnsupported(schema, source);
    const parts = [...this.#readReference(schema, pointer), ...this.#readConstraints(schema, pointer, source)];
    const [first = { kind: "unknown", source }, ...rest] = parts;
    const node = rest.reduce(intersect, first);
    const info = this.#readInfo(schema, source);
    const not = this.#readNot(schema, pointer, node);
    return isEverythingRefused(not) ? { kind: "never", ...info } : { ...node, ...info, ...not };
  }

  /** What a diagnostic says about where it was found. */
  sourceOf(pointer: string): string {
    return this.#document.name + pointer;
  }

  #readConstraints(schema: JsonObject, pointer: string, source: string): Node[] {
    if (!constrains(schema)) return [];
    return [
      ...readByType(this, schema, pointer),
      ...this.#readValues(schema, source),
      ...this.#readUnions(schema, pointer, source),
      ...this.#readAll(member(schema, "allOf"), pointTo(pointer, "allOf")),
    ];
  }

  #readUnions(schema: JsonObject, pointer: string, source: string): Node[] {
    return (["anyOf", "oneOf"] as const).flatMap((keyword): Node[] => {
      const variants = this.#readAll(member(schema, keyword), pointTo(pointer, keyword));
      return variants.length === 0 ? [] : [toUnion(variants, keyword === "oneOf", source)];
    });
  }

  #readAll(schemas: Json | undefined, pointer: string): Node[] {
    return isJsonArray(schemas) ? schemas.map((schema, index) => this.read(schema, pointTo(pointer, index))) : [];
  }

  #readNot(schema: JsonObject, pointer: string, node: Node): Pick<NodeInfo, "not"> {
    const not = member(schema, "not");
    if (not === undefined) return node.not === undefined ? {} : { not: node.not };
    return { not: [...(node.not ?? []), this.read(not, pointTo(pointer, "not"))] };
  }

  #readReference(schema: JsonObject, pointer: string): Node[] {
    const ref = member(schema, "$ref");
    if (typeof ref !== "string") return [];
    const source = this.sourceOf(pointer);
    const target = this.#follow(ref, pointer);
    if (target === undefined) return [{ kind: "never", source }];
    if (typeof target.schema === "boolean") return [this.read(target.schema, target.pointer)];
    return [{ kind: "ref", model: this.#modelAt(target.pointer, target.schema), source }];
  }

  /** A reference to a reference means the same model: that is how Pydantic writes a recursive root. */
  #follow(ref: string, from: string): ReferenceTarget | undefined {
    const seen = new Set<string>();
    let [next, pointer] = [ref, from];
    for (;;) {
      const target = this.#document.find(next, pointer);
      if (target === undefined || target === "external" || seen.has(target.pointer)) {
        const external = target === "external";
        const where = external ? "another document" : target === undefined ? "nothing in this document" : "itself";
        this.log.report(external ? "OE1002" : "OE1001", this.sourceOf(from), `"${ref}" leads to ${where}.`);
        return undefined;
      }
      const inner =
        isJsonObject(target.schema) && !constrains(target.schema) ? member(target.schema, "$ref") : undefined;
      if (typeof inner !== "string") return target;
      seen.add(target.pointer);
      [next, pointer] = [inner, target.pointer];
    }
  }

  #modelAt(pointer: string, schema: Json): Model {
    const declared = isJsonObject(schema) ? member(schema, "title") : undefined;
    const title = typeof declared === "string" ? declared : undefined;
    const key = pointerNames(pointer).at(-1) ?? title ?? "Root";
    const read = (): Node => this.read(schema, pointer);
    return this.#models.intern(this.#identityOf(pointer, schema), key, title, this.sourceOf(pointer), read);
  }

  /** Definitions are the same when their texts are, and those of all that they refer to. */
  #identityOf(pointer: string, schema: Json): string {
    const known = this.#identities.get(pointer);
    if (known !== undefined) return known;
    const texts = new Map<string, string>();
    const open: (readonly [string, Json])[] = [[pointer, schema]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [at, text] = next;
      if (texts.has(at)) continue;
      texts.set(at, canonicalJson(withoutDefinitions(text)));
      for (const ref of referencesIn(text)) {
        const target = this.#document.find(ref, at);
        if (typeof target === "object") open.push([target.pointer, target.schema]);
      }
    }
    const identity = [pointer, ...[...texts].map((entry) => entry.join(" ")).toSorted()].join("\n");
    this.#identities.set(pointer, identity);
    return identity;
  }

  #reportUnsupported(schema: JsonObject, source: string): void {
    for (const keyword of unsupportedKeywords(schema)) {
      this.log.report("OE1003", source, `"${keyword}" is not supported.`);
    }
    for (const keyword of foreignKeywords(schema)) this.log.report("OE1016", source, `"${keyword}" is ignored.`);
  }

  /** What is the same for schemas of any kind. */
  #readInfo(schema: JsonObject, source: string): NodeInfo {
    const title = textOf(schema, "title");
    const description = textOf(schema, "description");
    const factory = member(schema, DEFAULT_FACTORY);
    const fallback = factory ?? member(schema, "default");
    return {
      source,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(fallback === undefined ? {} : { default: this.#dataOf(fallback) }),
      ...(factory === undefined ? {} : { factory: true }),
      ...(member(schema, "deprecated") === true ? { deprecated: true } : {}),
      ...(member(schema, "readOnly") === true ? { readOnly: true } : {}),
      ...(member(schema, "writeOnly") === true ? { writeOnly: true } : {}),
    };
  }

  #readValues(schema: JsonObject, source: string): Node[] {
    const nodes: Node[] = [];
    const values = member(schema, "enum");
    const constant = member(schema, "const");
    if (isJsonArray(values))
      nodes.push({ kind: "literal", values: values.map((value) => this.#dataOf(value)), source });
    if (constant !== undefined) nodes.push({ kind: "literal", values: [this.#dataOf(constant)], source });
    return nodes;
  }

  /** A value that the schema holds, its keys in the order that properties are read in. */
  #dataOf(value: Json): Json {
    return this.order === "declared" ? value : sortKeys(value);
  }
}

/** `not: {}`, as Pydantic and zod write what no value fits. */
function isEverythingRefused({ not = [] }: Pick<NodeInfo, "not">): boolean {
  return not.some((refused) => refused.kind === "unknown" && refused.not === undefined);
}

function textOf(schema: JsonObject, keyword: string): string | undefined {
  const value = member(schema, keyword);
  return typeof value === "string" ? value : undefined;
}

/** A union, flattened where that does not change what is accepted. */
function toUnion(variants: readonly Node[], exclusive: boolean, source: string): Node {
  const possible = variants.filter(({ kind }) => kind !== "never");
  const flat = exclusive
    ? possible
    : possible.flatMap((variant) => (isPlainUnion(variant) ? variant.variants : [variant]));
  const [first] = flat;
  if (first === undefined) return { kind: "never", source };
  return flat.length === 1 ? first : { kind: "union", variants: flat, exclusive, source };
}

function isPlainUnion(node: Node): node is Node & { kind: "union" } {
  return node.kind === "union" && !node.exclusive && node.description === undefined && node.not === undefined;
}

function referencesIn(schema: Json): string[] {
  if (isJsonArray(schema)) return schema.flatMap(referencesIn);
  if (!isJsonObject(schema)) return [];
  const ref = member(schema, "$ref");
  return [...(typeof ref === "string" ? [ref] : []), ...Object.values(schema).flatMap(referencesIn)];
}

function withoutDefinitions(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$defs" && key !== "definitions"));
}
