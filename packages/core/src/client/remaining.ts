/** What is left of the limit of a call that asks more than once. */
export function remaining<Options extends { readonly timeoutMs?: number | undefined }>(
  options: Options | undefined,
  since: number,
): Options | undefined {
  if (options?.timeoutMs === undefined) return options;
  return { ...options, timeoutMs: Math.max(1, Math.round(options.timeoutMs - (performance.now() - since))) };
}
