/** The flags of this process that a worker of it may have too. */

/** Without a program given on the command line (`node -e`): the worker would run it, or be kept from starting. */
export function ownFlags(given: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < given.length; index += 1) {
    const flag = given[index] ?? "";
    if (flag.startsWith("--input-type")) continue;
    if (/^(?:-e|-p|-pe|--eval|--print)$/.test(flag)) index += 1;
    else if (!/^--(?:eval|print)=/.test(flag)) kept.push(flag);
  }
  return kept;
}
