import { Writable } from 'node:stream';
import { shownLine, shownText } from '@ops-admin/core';
import { mayHoldPassword, shownPlace } from '@ops-admin/service/config';
import type { Output } from './io.js';

const ERASE_LINE = '\r\u001b[2K';

/** Standard error as commands have it: what they write there steers no terminal, and quotes no password. */
export class Messages extends Writable {
  readonly #to: Output;
  readonly #hidden: ReadonlyMap<string, string>;

  /** `given` are the texts that the command was called with, some of which messages quote. */
  constructor(to: Output, given: readonly string[]) {
    super({ decodeStrings: false });
    this.#to = to;
    this.#hidden = new Map(
      given.filter(mayHoldPassword).flatMap((one) => [
        [one, shownPlace(one)],
        [shownLine(one), shownPlace(one)],
        // As messages quote it.
        [JSON.stringify(one).slice(1, -1), shownPlace(one)],
      ]),
    );
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

  /** A text without the passwords that were given; needed before a text is written in another way, such as JSON. */
  withoutPasswords(text: string): string {
    let shown = text;
    for (const [secret, instead] of this.#hidden) shown = shown.replaceAll(secret, instead);
    return shown;
  }

  override _write(text: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#to.write(shownText(this.withoutPasswords(String(text))));
    done();
  }
}
