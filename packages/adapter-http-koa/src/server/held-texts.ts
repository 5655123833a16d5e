import type { ServerResponse } from 'node:http';
import { whenAnswered } from './when-answered.js';

/** Smaller ones are not counted: there are at most 16 of each connection. */
const LARGE_BYTES = 65_536;

/** The large bodies or answers of requests until these are answered and read: sent or made faster than that, they would fill the memory. */
export class HeldTexts {
  readonly #limit: number;
  #bytes = 0;

  /** Takes how much all large ones can hold together. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts one until its request is answered. False if there are too many; a single one of any size is taken. */
  take(response: ServerResponse, bytes: number): boolean {
    if (bytes < LARGE_BYTES) return true;
    if (this.#bytes > 0 && this.#bytes + bytes > this.#limit) return false;
    this.#bytes += bytes;
    whenAnswered(response, () => {
      this.#bytes -= bytes;
    });
    return true;
  }
}
