import type { Io } from '../io.js';
import type { Messages } from '../messages.js';
import { isTerminal } from './confirm.js';
import { counted } from './with-thousands.js';

const WIDTH_CHARACTERS = 24;

/** A line at the bottom of a terminal that shows the progress of a run; nothing without a terminal. */
export class ProgressBar {
  readonly #out: Messages;
  readonly #size: number | undefined;
  readonly #isShown: boolean;
  #isDrawn = false;

  /** `size` is the whole work, in any unit, if known. */
  constructor({ env, stderr }: Io, size: number | undefined) {
    this.#out = stderr;
    this.#size = size;
    this.#isShown = isTerminal(stderr) && env.TERM !== 'dumb';
  }

  /** Draws how many rows are done, and how much of the size that is. */
  draw(rows: number, position: number): void {
    if (!this.#isShown) return;
    this.#isDrawn = true;
    this.#out.eraseLine();
    this.#out.write(`${this.#share(position)}${counted(rows, 'row')}`);
  }

  /** Makes room for other lines. */
  erase(): void {
    if (this.#isDrawn) this.#out.eraseLine();
    this.#isDrawn = false;
  }

  #share(position: number): string {
    if (!this.#size) return '';
    const share = Math.min(position / this.#size, 1);
    const done = Math.floor(share * WIDTH_CHARACTERS);
    return `[${'#'.repeat(done)}${'-'.repeat(WIDTH_CHARACTERS - done)}] ${Math.floor(share * 100)}%  `;
  }
}
