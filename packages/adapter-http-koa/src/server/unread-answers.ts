import type { ServerResponse } from 'node:http';
import { whenAnswered } from './when-answered.js';

/** Smaller answers are not counted: there are at most 16 of each connection. */
const LARGE_BYTES = 65_536;

/** How much all large answers can hold that wait to be read. */
const MAX_BYTES = 33_554_432;

/** The large answers that wait to be read: made faster than they are read, they would fill the memory. */
export class UnreadAnswers {
  #bytes = 0;

  /** Counts an answer until it is read. False if there are too many; a single one of any size is taken. */
  take(response: ServerResponse, bytes: number): boolean {
    if (bytes < LARGE_BYTES) return true;
    if (this.#bytes > 0 && this.#bytes + bytes > MAX_BYTES) return false;
    this.#bytes += bytes;
    whenAnswered(response, () => {
      this.#bytes -= bytes;
    });
    return true;
  }
}
