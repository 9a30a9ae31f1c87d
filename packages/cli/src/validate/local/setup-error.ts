/** The validator could not do its work: the check is an error then, where a server that does not start fails it. */
export class SetupError extends Error {
  override readonly name: string = "SetupError";
}
