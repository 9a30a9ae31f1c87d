/**
 * The source of a `schema.ts`: which expression makes a schema, and what its doc comment says. ts-morph reads it; this
 * is the only file that uses it, and it is loaded for the first source that needs it.
 */
import { dirname, resolve } from "node:path";
import type * as Morph from "ts-morph";
import type { Node, SourceFile, Symbol as MorphSymbol } from "ts-morph";

/** A call that a schema is made by: `.min(1)`, `z.object({ … })`. */
export interface SchemaCall {
  /** Empty for what is no call of a method, but has a comment. */
  readonly name: string;
  readonly args: readonly Node[];
  /** What is said about the constant that holds what the call gives. */
  readonly comment: Comment;
}

export interface Comment {
  readonly text?: string;
  readonly deprecated?: boolean;
}

export interface CommentedMember {
  readonly comment: Comment;
  readonly value: Node;
}

export type Members = ReadonlyMap<string, CommentedMember>;

export class SchemaSource {
  readonly #morph: typeof Morph;
  readonly #file: SourceFile;

  private constructor(morph: typeof Morph, file: SourceFile) {
    this.#morph = morph;
    this.#file = file;
  }

  /** @throws when ts-morph is not installed */
  static async load(path: string): Promise<SchemaSource> {
    const morph = await import("ts-morph");
    const project = new morph.Project({
      skipAddingFilesFromTsConfig: true,
      compilerOptions: { noLib: true, types: [], allowImportingTsExtensions: true },
      // Only an author's own files have comments to carry; the types of zod take long to read.
      resolutionHost: () => ({
        resolveModuleNames: (names, from) =>
          names.map((name) =>
            name.startsWith(".") ? { resolvedFileName: resolve(dirname(from), name), extension: ".ts" } : undefined,
          ),
      }),
    });
    const file = project.addSourceFileAtPath(path);
    project.resolveSourceFileDependencies();
    return new SchemaSource(morph, file);
  }

  /** What is given to `defineSchema`, by name. */
  definition(): Members {
    const assigned = this.#file.getExportAssignment((found) => !found.isExportEquals())?.getExpression();
    const call = assigned && this.#origin(assigned).node;
    const [input] = this.#morph.Node.isCallExpression(call) ? call.getArguments() : [];
    return input === undefined ? new Map() : this.members(input);
  }

  /** The members of an object literal, those that it spreads included. Empty for anything else. */
  members(place: Node): Members {
    const { Node } = this.#morph;
    const { node } = this.#origin(place);
    const members = new Map<string, CommentedMember>();
    if (Node.isPropertyAccessExpression(node) && node.getName() === "shape") {
      return this.membersOfObject(this.chain(node.getExpression()));
    }
    if (!Node.isObjectLiteralExpression(node)) return members;
    for (const property of node.getProperties()) {
      if (Node.isSpreadAssignment(property)) {
        for (const [name, member] of this.members(property.getExpression())) members.set(name, member);
        continue;
      }
      const value = this.#valueOf(property);
      if (value !== undefined) members.set(this.#nameOf(property), { value, comment: this.#commentOf(property) });
    }
    return members;
  }

  /** The members of an object schema: `z.object({ … }).extend({ … })`. */
  membersOfObject(calls: readonly SchemaCall[]): Members {
    const members = new Map<string, CommentedMember>();
    for (const { name, args } of calls.toReversed()) {
      const [shape] = args;
      if (shape === undefined || !OBJECT_CALLS.has(name)) continue;
      const more = name === "merge" ? this.membersOfObject(this.chain(shape)) : this.members(shape);
      for (const [key, member] of more) members.set(key, member);
    }
    return members;
  }

  /** The elements of a list. Empty for anything else. */
  elements(place: Node): Node[] {
    const { node } = this.#origin(place);
    return this.#morph.Node.isArrayLiteralExpression(node) ? node.getElements() : [];
  }

  /** How a schema is made, from the last call to the first one. */
  chain(place: Node): SchemaCall[] {
    const { Node } = this.#morph;
    const { node, comment } = this.#origin(place);
    // Fields stand for an object.
    if (Node.isObjectLiteralExpression(node)) return [{ name: "object", args: [node], comment }];
    const callee = Node.isCallExpression(node) ? node.getExpression() : undefined;
    if (!Node.isCallExpression(node) || !Node.isPropertyAccessExpression(callee)) {
      return comment.text === undefined ? [] : [{ name: "", args: [], comment }];
    }
    const call = { name: callee.getName(), args: node.getArguments(), comment };
    return [call, ...this.chain(callee.getExpression())];
  }

  /** What a function gives, for `z.lazy(() => …)`; anything else is itself. */
  resultOf(place: Node): Node {
    const { Node } = this.#morph;
    const { node } = this.#origin(place);
    if (!Node.isArrowFunction(node) && !Node.isFunctionDeclaration(node) && !Node.isGetAccessorDeclaration(node)) {
      return node;
    }
    const body = node.getBody();
    if (!Node.isBlock(body)) return body ?? node;
    return body.getStatements().find(Node.isReturnStatement)?.getExpression() ?? node;
  }

  /** Where an expression comes from: the value of a constant, the result of a function. */
  #origin(place: Node, seen: readonly Node[] = []): { readonly node: Node; readonly comment: Comment } {
    const { Node } = this.#morph;
    const wrapped =
      Node.isParenthesizedExpression(place) || Node.isAsExpression(place) || Node.isSatisfiesExpression(place);
    if (wrapped) return this.#origin(place.getExpression(), seen);
    if (seen.includes(place)) return { node: place, comment: {} };
    if (Node.isCallExpression(place)) {
      const made = this.#origin(place.getExpression(), [...seen, place]).node;
      const result = this.resultOf(made);
      return result === made ? { node: place, comment: {} } : this.#origin(result, [...seen, place]);
    }
    if (!Node.isIdentifier(place) && !Node.isPropertyAccessExpression(place)) return { node: place, comment: {} };
    const declaration = this.#declarationOf(place.getSymbol());
    const value = declaration && this.#valueOf(declaration);
    if (declaration === undefined || value === undefined) return { node: place, comment: {} };
    const { node, comment } = this.#origin(value, [...seen, place]);
    return { node, comment: { ...comment, ...this.#commentOf(declaration) } };
  }

  #declarationOf(symbol: MorphSymbol | undefined): Node | undefined {
    return (symbol?.getAliasedSymbol() ?? symbol)?.getValueDeclaration();
  }

  #valueOf(declaration: Node): Node | undefined {
    const { Node } = this.#morph;
    if (Node.isVariableDeclaration(declaration) || Node.isPropertyAssignment(declaration)) {
      return declaration.getInitializer();
    }
    if (Node.isShorthandPropertyAssignment(declaration)) {
      const constant = this.#declarationOf(declaration.getValueSymbol());
      return constant && this.#valueOf(constant);
    }
    if (Node.isGetAccessorDeclaration(declaration)) return this.resultOf(declaration);
    return Node.isFunctionDeclaration(declaration) ? declaration : undefined;
  }

  #nameOf(property: Node & { getNameNode(): Node }): string {
    const { Node } = this.#morph;
    const name = property.getNameNode();
    const inner = Node.isComputedPropertyName(name) ? name.getExpression() : name;
    const isText = Node.isStringLiteral(inner) || Node.isNoSubstitutionTemplateLiteral(inner);
    return isText ? inner.getLiteralText() : inner.getText();
  }

  #commentOf(declaration: Node): Comment {
    const { ts } = this.#morph;
    const docs = ts.getJSDocCommentsAndTags(declaration.compilerNode).filter(ts.isJSDoc);
    const text = ts.getTextOfJSDocComment(docs.at(-1)?.comment)?.trim() ?? "";
    const deprecated = docs.at(-1)?.tags?.some(({ tagName }) => tagName.text === "deprecated") ?? false;
    return { ...(text !== "" && { text }), ...(deprecated && { deprecated }) };
  }
}

const OBJECT_CALLS: ReadonlySet<string> = new Set([
  "object",
  "strictObject",
  "looseObject",
  "extend",
  "safeExtend",
  "merge",
]);
