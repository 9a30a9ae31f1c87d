/** The responses every route is made of. */
import { stringifyJson } from "../../protocol/json.ts";
import type { ValidationIssue } from "../../protocol/validation-issue.ts";
import { toErrorData } from "../../protocol/server-message.ts";
import { ValidationError } from "../../errors/wire-errors.ts";

/** A JSON response. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(stringifyJson(body), { status, headers: { "content-type": "application/json", ...headers } });
}

/** A response that says what is the matter, in FastAPI's form. */
export function detail(status: number, message: string, headers?: Readonly<Record<string, string>>): Response {
  return json({ detail: message }, status, headers);
}

/** 422 with the list of what is wrong (PROTOCOL §1.10). */
export function unprocessable(issues: readonly ValidationIssue[]): Response {
  return json({ detail: toErrorData(new ValidationError(issues)).errors }, 422);
}

/** A page that loads nothing from anywhere. */
export function html(text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
    },
  });
}
