import { type IncomingMessage, ServerResponse } from 'node:http';

/** How long a client can continue to send its body after the answer. */
const LINGER_MS = 1_000;

/**
 * An answer that closes its connection if the request was not read to its end (decision 5). What a client has sent of its
 * next request would pass for the rest of this one.
 *
 * Hanging up at once would take the answer away from a client that is still sending. So the answer is written, and ends once
 * the rest of the body has come, the client has hung up, or a second has passed. Emits `answered` if it is written before.
 */
export class LingeringResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  #lingers = false;
  #readsNoMore = false;

  /** Takes no more of the request: what comes later must not complete it. */
  readNoMore(): void {
    this.#readsNoMore = true;
    this.req.socket.pause();
  }

  override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
    if (this.#lingers) return this;
    if (this.req.complete || this.#readsNoMore) {
      return super.end(chunk, encoding as BufferEncoding, done as () => void);
    }
    this.#lingers = true;
    if (!this.headersSent) this.setHeader('Connection', 'close');
    const told = [chunk, encoding, done].find((one) => typeof one === 'function');
    if (told) this.once('finish', told as () => void);
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
      const coding = typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8';
      this.write(chunk, coding, () => {
        this.emit('answered');
        this.#linger();
      });
    } else {
      this.flushHeaders();
      this.#linger();
    }
    this.req.once('end', this.#hangUp).once('close', this.#hangUp);
    this.req.resume();
    return this;
  }

  #linger(): void {
    const cutOff = setTimeout(this.#hangUp, LINGER_MS);
    this.once('close', () => clearTimeout(cutOff));
  }

  readonly #hangUp = (): void => {
    // If the headers were already sent, they do not say that this is the last answer.
    if (!this.writableEnded) super.end(() => this.req.socket.destroySoon());
  };
}
