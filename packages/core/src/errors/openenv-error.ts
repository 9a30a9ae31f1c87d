/**
 * The base class of every error this package throws or sends. It must not know any particular error.
 */

/** What every constructor of an {@link OpenEnvError} subclass takes besides the message. */
export interface OpenEnvErrorOptions {
  /** The error that led to this one. */
  readonly cause?: unknown;
  /** Machine-readable facts: counts, limits, the offending field. Never secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** True when the same call may succeed later without a change by the caller. Default `false`. */
  readonly retryable?: boolean;
}

const BRAND: unique symbol = Symbol("openenv.brand");

interface Branded {
  [BRAND]: symbol;
}

/**
 * An error with a stable `code`. Branded with `Symbol.for`, so that `instanceof` also works across two installed
 * copies of this package; a class that a user derives from one of these is matched by its prototype as usual.
 */
export class OpenEnvError extends Error {
  /** Stable identifier of the kind of failure, such as `CAPACITY_REACHED` or `TIMEOUT`. */
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryable: boolean;

  constructor(code: string, message: string, options: OpenEnvErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.details = options.details ?? {};
    this.retryable = options.retryable ?? false;
  }

  static {
    brandError(this, "OpenEnvError");
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (typeof value !== "object" || value === null) return false;
    const brand = Object.hasOwn(this, BRAND) ? (this as unknown as Branded)[BRAND] : undefined;
    if (brand === undefined) return Object.prototype.isPrototypeOf.call(this.prototype, value);
    return brand in value;
  }
}

/**
 * Marks a class of this package, so that its instances are recognised whichever copy made them, and keeps its name where
 * a bundler has shortened it.
 */
export function brandError(errorClass: { readonly prototype: object }, name: string): void {
  const brand = Symbol.for(`openenv.error.${name}`);
  Object.defineProperty(errorClass, "name", { value: name, configurable: true });
  Object.defineProperty(errorClass, BRAND, { value: brand });
  Object.defineProperty(errorClass.prototype, brand, { value: true });
}
