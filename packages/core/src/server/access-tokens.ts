/**
 * The bearer tokens that a server asks for. Where there are some, everything but `/health` needs one.
 */

/** The tokens of a server; `undefined` where it asks for none. */
export type AccessTokens = readonly string[] | undefined;

const SCHEME = /^Bearer +(\S+) *$/i;

/**
 * Whether a request may pass.
 *
 * @param authorization its header of that name
 */
export function mayPass(tokens: AccessTokens, authorization: string | null | undefined): boolean {
  if (tokens === undefined) return true;
  const given = SCHEME.exec(authorization ?? "")?.[1] ?? "";
  // Every token is looked at to its end, so that the time taken tells nothing about which one was nearly right.
  let found = false;
  for (const token of tokens) if (sameText(token, given)) found = true;
  return found;
}

/** Takes as long for any two texts as the first is long. */
function sameText(secret: string, given: string): boolean {
  let difference = secret.length ^ given.length;
  for (let at = 0; at < secret.length; at += 1) difference |= secret.charCodeAt(at) ^ (given.charCodeAt(at) || 0);
  return difference === 0;
}
