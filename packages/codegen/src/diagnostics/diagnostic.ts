/**
 * What generation has to say about a schema. Diagnostics are collected and shown together; nothing is thrown for what an
 * author can correct.
 */
import { diagnosticKinds, type DiagnosticCode, type DiagnosticKind } from "./codes.ts";

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: DiagnosticKind["severity"];
  /** File and JSON pointer: `schema.ts#/action/properties/when`. */
  readonly source: string;
  readonly message: string;
  readonly hint: string;
}

export class DiagnosticLog {
  readonly #found = new Map<string, Diagnostic>();

  /** Adds a diagnostic; the same one twice counts once. */
  report(code: DiagnosticCode, source: string, message: string): void {
    const { severity, hint } = diagnosticKinds[code];
    this.#found.set(`${code} ${source} ${message}`, { code, severity, source, message, hint });
  }

  /** All of them, in the order in which they were found. */
  list(): Diagnostic[] {
    return [...this.#found.values()];
  }
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** As a person reads it: two lines each. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ code, severity, source, message, hint }) => `${severity} ${code} at ${source}\n  ${message} ${hint}\n`)
    .join("");
}
