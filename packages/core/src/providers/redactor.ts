/**
 * Takes secrets out of texts that go into errors, logs and progress lines.
 */

/** Names of variables whose values are taken for secrets without being told. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|PWD|CREDENTIAL|AUTH|COOKIE|PRIVATE|SIGNATURE|DSN/i;

/** A user name with a password, or a token alone, before the host of a URL. */
const URL_LOGIN = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"']+@/gi;

/** Shorter values stand in every text: `1`, `yes`. */
const SHORTEST = 4;

export class Redactor {
  readonly #values: readonly string[];

  /** @param secrets values to hide wherever they stand; those under 4 characters are left */
  constructor(secrets: readonly string[]) {
    // The longest first, so that a secret that holds another is hidden whole.
    this.#values = [...new Set(secrets)]
      .filter((value) => value.length >= SHORTEST)
      .toSorted((a, b) => b.length - a.length);
  }

  /** Hides `secrets`, and those of `env` whose names sound like one. */
  static of(env: Readonly<Record<string, string>>, ...secrets: readonly (string | undefined)[]): Redactor {
    const named = Object.entries(env).filter(([name]) => SECRET_NAME.test(name));
    return new Redactor([
      ...named.map(([, value]) => value),
      ...secrets.filter((secret): secret is string => secret !== undefined),
    ]);
  }

  /** The text with `***` for each secret and for the login of each URL. */
  redact(text: string): string {
    let shown = text.replace(URL_LOGIN, "$1***@");
    for (const value of this.#values) shown = shown.replaceAll(value, "***");
    return shown;
  }
}
