/**
 * Emits `models.py`: the Pydantic models of an environment.
 */
import type { EnvironmentIr, SchemaIr } from "../ir/environment.ts";
import { resolve, type Model } from "../ir/model.ts";
import type { Node, ObjectNode, Property } from "../ir/node.ts";
import { patternRecord } from "../ir/pattern-record.ts";
import { argumentsName } from "../ir/tool.ts";
import { layOut } from "../print/layout.ts";
import type { Printable } from "../print/printable.ts";
import { printField } from "./field.ts";
import { docstring, pythonString } from "./literal.ts";
import { membersCheck } from "./members-check.ts";
import { ClassNames, fieldNames } from "./names.ts";
import { parameterList, type ParameterList } from "./parameters.ts";
import { python, type PythonFile } from "./python-file.ts";
import { called, statements, suite } from "./syntax.ts";
import { toolsName } from "./tools-file.ts";
import { annotation, typeOf, type TypeScope } from "./type-of.ts";

const BASES = { action: "Action", observation: "Observation", state: "State" } as const;
const TYPES = "openenv.core.env_server.types";

/** What a package exports beside its client, in the order of declaration. */
export interface EmittedModels {
  readonly names: readonly string[];
  /** What is not checked, in words. */
  readonly leftOut: readonly { readonly source: string; readonly what: string }[];
}

export interface EnvironmentModels extends EmittedModels {
  /** What a reset takes beside the base; `undefined` where nothing is declared, or no single object. */
  readonly reset: ParameterList | undefined;
  /** What each tool takes, in their order; `undefined` where it is no single object. */
  readonly tools: readonly (ParameterList | undefined)[];
}

/** Those that others use come first: an alias is evaluated where it stands. */
export function emitModels(file: PythonFile, env: EnvironmentIr): EnvironmentModels {
  const { names } = env;
  const resetName = `${names.prefix}Reset`;
  const ofTools = env.tools.length === 0 ? [] : [toolsName(env), ...env.tools.map(argumentsName)];
  const roots = [names.client, names.action, names.observation, names.state, resetName, ...ofTools];
  const printer = new ModelPrinter(file, new ClassNames(env.models, roots));
  for (const model of env.models.toReversed()) printer.printModel(model);
  printer.print(names.action, env.action, "What a step takes.");
  printer.print(names.observation, env.observation, "What a reset or a step answers.");
  printer.print(names.state, env.state, "The state of a session.");
  const hasReset = env.reset.kind !== "object" || env.reset.properties.length > 0;
  const taken = ["self", "kwargs"];
  const reset = hasReset
    ? printer.printParameters(resetName, env.reset, "What a reset takes beside the base.", taken)
    : undefined;
  return {
    names: printer.names,
    leftOut: printer.leftOut,
    reset,
    tools: env.tools.map((tool) => {
      return printer.printParameters(argumentsName(tool), tool.arguments, `What the tool ${tool.name} takes.`, [
        "kwargs",
      ]);
    }),
  };
}

/** Emits the models of a single schema, the last of which is its root. */
export function emitRootModel(file: PythonFile, { name, models, root }: SchemaIr): EmittedModels {
  const printer = new ModelPrinter(file, new ClassNames(models, [name]));
  for (const model of models.toReversed()) printer.printModel(model);
  printer.print(name, root);
  return printer;
}

class ModelPrinter implements EmittedModels {
  readonly names: string[] = [];
  readonly leftOut: { source: string; what: string }[] = [];
  readonly #file: PythonFile;
  readonly #classes: ClassNames;
  readonly #declared = new Set<Model>();
  /** The classes of objects without a name: each is printed once. */
  readonly #inline = new Map<ObjectNode, string>();

  constructor(file: PythonFile, classes: ClassNames) {
    this.#file = file;
    this.#classes = classes;
  }

  printModel(model: Model): void {
    this.print(this.#classes.of(model), model.node);
    this.#declared.add(model);
  }

  print(name: string, node: Node, about?: string): void {
    if (node.kind === "object" && patternRecord(node) === undefined) this.#printClass(name, node, about);
    else this.#printAlias(name, node);
    this.names.push(name);
  }

  /** Prints the class of an object whose members are given one by one, and says how. */
  printParameters(name: string, node: Node, about: string, taken: readonly string[]): ParameterList | undefined {
    const object = resolve(node);
    if (object.kind !== "object" || patternRecord(object) !== undefined) return undefined;
    if (node.kind !== "ref") this.print(name, object, about);
    const model = node.kind === "ref" ? this.#classes.of(node.model) : name;
    return parameterList(model, object, this.#scope(model), taken);
  }

  #printClass(name: string, node: ObjectNode, about?: string): void {
    const own = (node.base?.properties ?? []).filter((property) => property.node.source !== "base");
    const properties = [...own, ...node.properties];
    const attributes = fieldNames(properties.map((property) => property.name));
    const fields = properties.map((property, index) => {
      const attribute = attributes[index] ?? property.name;
      const printed = printField(attribute, property, this.#scope(name, property));
      // A field of the base may be of another type here.
      return own.includes(property) ? [printed, "  # type: ignore[assignment, unused-ignore]"] : printed;
    });
    const base = node.base === undefined ? python("BaseModel", "pydantic") : python(BASES[node.base.role], TYPES);
    this.#file.print(
      suite(
        ["class ", name, "(", base, ")"],
        [
          docstring(node.description ?? about),
          this.#config(name, node, attributes, properties),
          fields.length === 0 ? undefined : statements(fields),
          membersCheck(node, this.#scope(name)),
        ],
      ),
    );
  }

  #config(name: string, node: ObjectNode, attributes: readonly string[], properties: readonly Property[]): Printable {
    const { unknownKeys, patterns } = node;
    const extra = { reject: "forbid", drop: "ignore", keep: "allow" };
    const policy = typeof unknownKeys !== "string" || patterns !== undefined ? "allow" : extra[unknownKeys];
    const renamed = attributes.some((attribute, index) => attribute !== properties[index]?.name);
    const options = [
      `extra="${policy}"`,
      "validate_assignment=True",
      "allow_inf_nan=False",
      ...(renamed ? ["validate_by_name=True", "validate_by_alias=True"] : []),
    ];
    const config: Printable = ["model_config = ", called([python("ConfigDict", "pydantic"), "("], options, ")")];
    if (typeof unknownKeys === "string") return config;
    const type = annotation(typeOf(unknownKeys, this.#scope(name)));
    const others: Printable = [
      "__pydantic_extra__: dict[str, ",
      type,
      "] = ",
      python("Field", "pydantic"),
      "(init=False)",
    ];
    return statements([config, others]);
  }

  #printAlias(name: string, node: Node): void {
    let isEarly = true;
    const scope = this.#scope(name);
    const type = annotation(
      typeOf(node, {
        ...scope,
        nameOf: (model) => {
          if (!this.#declared.has(model)) isEarly = false;
          return scope.nameOf(model);
        },
      }),
    );
    if (isEarly) return this.#file.print(name, " = ", type);
    this.#file.use(type);
    const text = layOut(type, (symbol) => symbol.name);
    const alias = python("TypeAliasType", "typing_extensions");
    this.#file.print(name, " = ", alias, `(${pythonString(name)}, ${pythonString(text)})`);
  }

  #scope(owner: string, property?: Property): TypeScope {
    return {
      nameOf: (model) => this.#classes.of(model),
      declare: (node) => {
        const known = this.#inline.get(node);
        if (known !== undefined) return known;
        const name = this.#classes.within(owner, property?.name ?? "");
        this.#inline.set(node, name);
        this.print(name, node);
        return name;
      },
      leftOut: (source, what) => this.leftOut.push({ source, what }),
    };
  }
}
