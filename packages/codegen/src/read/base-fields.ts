/**
 * The fields that OpenEnv's base classes give every action, observation and state (PROTOCOL §7.1). They belong to the
 * published schema, but travel beside what the environment itself declares.
 */
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import type { BaseFields, Node, ObjectNode, Property } from "../ir/node.ts";
import type { PendingModel } from "./model-table.ts";

export type Role = BaseFields["role"];

const source = "base";

const metadata: Property = {
  name: "metadata",
  required: false,
  node: {
    kind: "record",
    values: { kind: "unknown", source },
    source,
    description: "Anything worth telling beside it.",
  },
};

const baseFields: Readonly<Record<Role, readonly Property[]>> = {
  action: [metadata],
  observation: [
    {
      name: "done",
      required: false,
      node: { kind: "boolean", source, description: "Whether the episode is over.", default: false },
    },
    {
      name: "reward",
      required: false,
      node: {
        kind: "union",
        exclusive: false,
        variants: [
          { kind: "boolean", source },
          { kind: "number", integer: true, big: false, source },
          { kind: "number", integer: false, big: false, source },
          { kind: "null", source },
        ],
        source,
        description: "What the step is worth.",
        default: null,
      },
    },
    metadata,
  ],
  state: [
    {
      name: "episode_id",
      required: false,
      node: {
        kind: "union",
        exclusive: false,
        variants: [
          { kind: "string", source },
          { kind: "null", source },
        ],
        source,
        description: "The running episode.",
        default: null,
      },
    },
    {
      name: "step_count",
      required: false,
      node: {
        kind: "number",
        integer: true,
        big: false,
        minimum: 0,
        source,
        description: "Steps accepted since the last reset.",
        default: 0,
      },
    },
  ],
};

/** What the caller of {@link splitBaseFields} knows about where the schema came from. */
export interface SplitOptions {
  readonly log: DiagnosticLog;
  /** Whether the schema is expected to hold the base fields, as a published one does. */
  readonly published: boolean;
}

/** Sets the base fields of the root of a part apart: those it declares itself stay as they are, the others are added. */
export function splitBaseFields(role: Role, node: Node, options: SplitOptions): Node {
  switch (node.kind) {
    case "object":
      return splitObject(role, node, options);
    case "record":
      return splitObject(role, { ...node, kind: "object", properties: [], unknownKeys: "keep" }, options);
    case "union":
      return { ...node, variants: node.variants.map((variant) => splitBaseFields(role, variant, options)) };
    case "ref": {
      const model = node.model as PendingModel;
      if (model.node.kind !== "object" || model.node.base === undefined) {
        model.node = splitBaseFields(role, model.node, options);
      }
      return node;
    }
    default:
      options.log.report("OE1009", node.source, `The ${role} is not an object.`);
      return { kind: "object", properties: [], unknownKeys: "reject", source: node.source };
  }
}

function splitObject(role: Role, node: ObjectNode, { log, published }: SplitOptions): ObjectNode {
  const expected = baseFields[role];
  const names = new Set(expected.map(({ name }) => name));
  const declared = node.properties.filter(({ name }) => names.has(name));
  if (!published) {
    for (const { name, node: property } of declared) {
      log.report("OE1010", property.source, `Every ${role} has the field "${name}".`);
    }
  }
  return {
    ...node,
    properties: node.properties.filter(({ name }) => !names.has(name)),
    base: { role, properties: expected.map((field) => declared.find(({ name }) => name === field.name) ?? field) },
  };
}
