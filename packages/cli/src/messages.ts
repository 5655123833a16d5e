import { Writable } from 'node:stream';
import { shownText } from '@ops-admin/core';
import type { Output } from './io.js';

const ERASE_LINE = '\r\u001b[2K';

/** Standard error as commands have it: whatever they write there of data steers no terminal. */
export class Messages extends Writable {
  readonly #to: Output;

  constructor(to: Output) {
    super({ decodeStrings: false });
    this.#to = to;
  }

  get isTTY(): boolean {
    return this.#to.isTTY === true;
  }

  get columns(): number | undefined {
    return this.#to.columns;
  }

  /** Clears the line that the terminal is in. */
  eraseLine(): void {
    this.#to.write(ERASE_LINE);
  }

  override _write(text: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#to.write(shownText(String(text)));
    done();
  }
}
