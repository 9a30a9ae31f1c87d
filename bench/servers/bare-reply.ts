/**
 * All that a bare server does with a message: parse it, and write the reply that an echo environment gives, byte for
 * byte. No validation, no session, no error paths.
 */

interface StepMessage {
  /** A reset has no message. */
  readonly data: { readonly message?: string };
}

export function bareReply(text: string): string {
  const { message = "" } = (JSON.parse(text) as StepMessage).data;
  return JSON.stringify({
    type: "observation",
    data: {
      observation: { echoed_message: message, message_length: message.length, metadata: {} },
      reward: message.length * 0.1,
      done: false,
    },
  });
}
