import { Writable } from 'node:stream';
import { shownLine, shownText } from '@ops-admin/core/jobs';
import { mayHoldPassword, shownPlace } from '@ops-admin/service/config';
import type { Output } from './io.js';

const ERASE_LINE = '\r\u001b[2K';

/** Standard error as commands have it: what they write there steers no terminal, and quotes no password. */
export class Messages extends Writable {
  readonly #to: Output;
  readonly #hidden: ReadonlyMap<string, string>;

  /** Whether nothing but {@link loud} is shown. */
  isQuiet = false;
  readonly #loud: Messages | undefined;

  /** `given` are the texts that the command was called with, some of which messages quote. */
  constructor(to: Output, given: readonly string[], isLoud = false) {
    super({ decodeStrings: false });
    this.#to = to;
    this.#loud = isLoud ? undefined : new Messages(to, given, true);
    this.#hidden = new Map(
      given.filter(mayHoldPassword).flatMap((one) => [
        [one, shownPlace(one)],
        [shownLine(one), shownPlace(one)],
        // As messages quote it.
        [JSON.stringify(one).slice(1, -1), shownPlace(one)],
      ]),
    );
  }

  /** What is shown in any case: errors, and questions. */
  get loud(): Messages {
    return this.#loud ?? this;
  }

  get isTTY(): boolean {
    return this.#to.isTTY === true;
  }

  get columns(): number | undefined {
    return this.#to.columns;
  }

  /** Clears the line that the terminal is in. */
  eraseLine(): void {
    if (this.isQuiet) return;
    this.#to.write(ERASE_LINE);
  }

  /** A text without the passwords that were given; needed before a text is written in another way, such as JSON. */
  withoutPasswords(text: string): string {
    let shown = text;
    for (const [secret, instead] of this.#hidden) shown = shown.replaceAll(secret, instead);
    return shown;
  }

  override _write(text: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!this.isQuiet) this.#to.write(shownText(this.withoutPasswords(String(text))));
    done();
  }
}
