/**
 * What the hub's refusals mean, and what to do about them. Pure.
 */
import { CommandFailure } from "../terminal/failure.ts";

/** Without another token it will not go. */
export const EXIT_TOKEN = 3;
/** The hub does not take what is pushed. */
export const EXIT_REFUSED = 4;
/** It may go later. */
export const EXIT_LATER = 5;

/** An answer of the hub that is no success. */
export interface HubAnswer {
  readonly status: number;
  /** The hub's words, if any. */
  readonly said: string;
  /** Where a redirect leads. */
  readonly location?: string | undefined;
  readonly retryAfter?: string | undefined;
}

export class HubRefusal extends CommandFailure {
  readonly answer: HubAnswer;

  /**
   * @param asked `GET https://…`, without a token
   * @param subject the Space, as far as it is known
   */
  constructor(asked: string, answer: HubAnswer, endpoint: string, subject: string) {
    const { code, exitCode, cause, next } = meaning(answer, endpoint, subject);
    const said = answer.said === "" ? "" : ` It says: ${answer.said}`;
    super(`${cause}${said} (${asked} answered ${answer.status})`, { code, exitCode, next });
    this.answer = answer;
  }

  /** Whether the hub does not know the Space, or does not show it to this token. */
  get isMissing(): boolean {
    const { status, said } = this.answer;
    // The hub answers 401 for what does not exist; a token that it does not take has this text.
    return status === 404 || (status === 401 && !/invalid credentials/i.test(said));
  }
}

interface Meaning {
  readonly code: string;
  readonly exitCode: number;
  readonly cause: string;
  readonly next: string;
}

function meaning({ status, location, retryAfter }: HubAnswer, endpoint: string, space: string): Meaning {
  const tokens = `${endpoint}/settings/tokens`;
  if (status >= 500)
    return {
      code: "HUB_UNAVAILABLE",
      exitCode: EXIT_LATER,
      cause: "The hub has a problem of its own.",
      next: "Try again later: the same command sends what is missing.",
    };
  if (status >= 300 && status < 400)
    return {
      code: "MOVED",
      exitCode: EXIT_REFUSED,
      cause: `The hub sends on to ${location ?? "another address"}, and the token does not go along.`,
      next: "If the Space has a new name, push to that one. If the hub has a new address, set HF_ENDPOINT to it.",
    };
  switch (status) {
    case 401:
      return {
        code: "BAD_TOKEN",
        exitCode: EXIT_TOKEN,
        cause: "The hub does not take the token: it is wrong, expired or revoked.",
        next: `Make another that may write at ${tokens} and set HF_TOKEN to it.`,
      };
    case 402:
      return {
        code: "PAYMENT_REQUIRED",
        exitCode: EXIT_REFUSED,
        cause: `The hub wants the owner of ${space} to pay for this.`,
        next: `Look at ${endpoint}/settings/billing, or push to an owner whose plan has it.`,
      };
    case 403:
      return {
        code: "FORBIDDEN",
        exitCode: EXIT_TOKEN,
        cause: `This token may not do that with ${space}.`,
        next: `Give a token that may write to the Spaces of its owner (${tokens}), or push to an owner of your own.`,
      };
    case 404:
      return {
        code: "NOT_FOUND",
        exitCode: EXIT_REFUSED,
        cause: `The hub does not know ${space}, or does not show it to this token.`,
        next: "Is the owner's name right, and HF_ENDPOINT?",
      };
    case 409:
    case 412:
      return {
        code: "CONFLICT",
        exitCode: EXIT_REFUSED,
        cause: `${space} is not what it was a moment ago, or belongs to something this token does not see.`,
        next: "If somebody else pushes to it, run the same command again; else choose another name.",
      };
    case 413:
      return {
        code: "TOO_LARGE",
        exitCode: EXIT_REFUSED,
        cause: "It is more than the hub takes.",
        next: "openenv push --space-out DIR shows what is pushed: leave out of the environment what the server does not need.",
      };
    case 429:
      return {
        code: "RATE_LIMITED",
        exitCode: EXIT_LATER,
        cause: "The hub has been asked too often.",
        next: `Try again ${retryAfter === undefined ? "later" : `in ${retryAfter} s`}: the same command sends what is missing.`,
      };
    default:
      return {
        code: "REFUSED",
        exitCode: EXIT_REFUSED,
        cause: `The hub does not take this for ${space}.`,
        next: "Change what it names, and push again.",
      };
  }
}
