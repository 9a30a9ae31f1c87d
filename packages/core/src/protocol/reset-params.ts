/** What a reset may say besides the environment's own parameters. */
import type { z } from "zod";

/**
 * Whether an environment has a reset parameter of that name itself. Then `omit` means what the environment says.
 *
 * @param reset the environment's schema of its parameters
 */
export function declaresParam(reset: z.ZodType, name: string): boolean {
  const { shape } = reset as z.ZodType & { readonly shape?: object };
  return shape !== undefined && Object.hasOwn(shape, name);
}
