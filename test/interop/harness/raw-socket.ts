/** A WebSocket by hand: one message out, what comes back. */

/** What a server does with a message: it answers, or closes. */
export type Answer = { readonly text: string } | { readonly close: number };

export class RawSocket implements AsyncDisposable {
  readonly #socket: WebSocket;
  readonly #arrived: Answer[] = [];
  #waiting: ((answer: Answer) => void) | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }: MessageEvent<string>) => this.#take({ text: data }));
    socket.addEventListener("close", ({ code }) => this.#take({ close: code }));
  }

  /** @param url of the server, `http:` */
  static open(url: string, path = "/ws"): Promise<RawSocket> {
    const socket = new WebSocket(url.replace("http", "ws") + path);
    const opened = new RawSocket(socket);
    return new Promise((resolve, reject) => {
      socket.addEventListener("open", () => resolve(opened));
      socket.addEventListener("error", () => reject(new Error(`${url}${path} cannot be opened`)));
    });
  }

  send(message: string | Uint8Array<ArrayBuffer>): void {
    this.#socket.send(message);
  }

  /** What comes next: a message or, once, the close. */
  receive(): Promise<Answer> {
    const next = this.#arrived.shift();
    if (next !== undefined) return Promise.resolve(next);
    return new Promise((resolve) => (this.#waiting = resolve));
  }

  ask(message: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
    this.send(message);
    return this.receive();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise((resolve) => this.#socket.addEventListener("close", resolve));
    this.#socket.close(1000);
    await closed;
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#arrived.push(answer);
    else waiting(answer);
  }
}
