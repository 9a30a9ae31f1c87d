/**
 * Whether the generator understands what `/schema` answers.
 */
import { planSource, type EnvironmentSource } from "@openenv/codegen";

/** What is wrong, one line each; warnings are not. */
export function documentProblems(document: unknown): readonly string[] {
  const fields =
    typeof document === "object" && document !== null ? (document as Readonly<Record<string, unknown>>) : {};
  const part = (name: string): EnvironmentSource["action"] => (fields[name] ?? {}) as EnvironmentSource["action"];
  const { plan, diagnostics } = planSource({
    name: "validated_env",
    version: "0.0.0",
    description: "",
    port: undefined,
    maxConcurrentEnvs: undefined,
    origin: "/schema",
    action: part("action"),
    observation: part("observation"),
    state: part("state"),
    reset: { type: "object" },
    order: "canonical",
    published: true,
  });
  if (plan !== undefined) return [];
  return diagnostics.map(({ code, message, source }) => `${code} at ${source}: ${message}`);
}
