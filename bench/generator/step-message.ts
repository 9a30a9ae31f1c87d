/** The one step that all measurements send, and what each server must answer. */

export const MESSAGE = "Hello, World! 0123456789";

export const STEP_TEXT: string = JSON.stringify({ type: "step", data: { message: MESSAGE } });

/** The answer, parsed: a Python server writes the same value with other white space. */
export const EXPECTED_REPLY: unknown = {
  type: "observation",
  data: {
    observation: { echoed_message: MESSAGE, message_length: MESSAGE.length, metadata: {} },
    reward: MESSAGE.length * 0.1,
    done: false,
  },
};
