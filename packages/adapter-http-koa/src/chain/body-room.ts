import type { DescribedProblem } from '../problem.js';

export const BODY_MAX_BYTES: number = 1024 * 1024;

/** The memory of all bodies that are being read, and of those from one caller. */
const ALL_MAX_BYTES = 64 * BODY_MAX_BYTES;
const CALLER_MAX_BYTES = 8 * BODY_MAX_BYTES;

export const BODIES_FULL: DescribedProblem = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'Too many bodies are being read; try again',
  when: 'Other bodies that are being read take 64 MiB, or those of this caller 8 MiB.',
  headers: { 'Retry-After': '1' },
  refusal: 'overloaded',
};

/** The room that bodies take while they are read: an unfinished one holds memory for as long as its client likes. */
export class BodyRoom {
  readonly #ofCallers = new Map<string, number>();
  #all = 0;

  /** Reserves room for a caller's body; false if the limit is reached. */
  enter(caller: string, bytes: number): boolean {
    const own = (this.#ofCallers.get(caller) ?? 0) + bytes;
    if (own > CALLER_MAX_BYTES || this.#all + bytes > ALL_MAX_BYTES) return false;
    this.#set(caller, own);
    this.#all += bytes;
    return true;
  }

  /** Gives the room back once the body is read, or its client is gone. */
  leave(caller: string, bytes: number): void {
    this.#set(caller, (this.#ofCallers.get(caller) ?? 0) - bytes);
    this.#all -= bytes;
  }

  #set(caller: string, bytes: number): void {
    if (bytes > 0) this.#ofCallers.set(caller, bytes);
    else this.#ofCallers.delete(caller);
  }
}
