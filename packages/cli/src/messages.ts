import { Writable } from 'node:stream';
import { mayHoldPassword, shownLine, shownPlace, shownText } from '@ops-admin/service/config';
import type { Output } from './output.js';

/** The commands that messages name, which work on a database, and those that a service also carries out. */
const NAMED_COMMAND =
  /\bops-admin (?:(audit|departments|permissions|users)|db|import|keys|token) [a-z]+(?! --(?:db|server)\b)\b/g;

const ERASE_LINE = '\r\u001b[2K';

/** Standard error of commands: its text cannot control a terminal, and quotes no password. */
export class Messages extends Writable {
  readonly #to: Output;
  readonly #hidden: ReadonlyMap<string, string>;

  /** Whether only {@link loud} texts are shown. */
  isQuiet = false;
  readonly #loud: Messages | undefined;
  #place = { isService: false, option: '' };

  /** `given` are the arguments of the command, some of which messages quote. */
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

  /** Commands that messages name get this option from now on: they are about the same database or service. */
  nameIn(option: string, { isService }: { readonly isService: boolean }): void {
    this.#place = { isService, option };
    this.#loud?.nameIn(option, { isService });
  }

  /** The stream of texts that `--quiet` does not hide: errors and questions. */
  get loud(): Messages {
    return this.#loud ?? this;
  }

  get isTTY(): boolean {
    return this.#to.isTTY === true;
  }

  get columns(): number | undefined {
    return this.#to.columns;
  }

  warn(line: string): void {
    this.write(`ops-admin: warning: ${shownLine(line)}\n`);
  }

  eraseLine(): void {
    if (this.isQuiet) return;
    this.#to.write(ERASE_LINE);
  }

  /**
   * A text without the passwords that were given, with its commands about the same database or service; needed before a text is encoded,
   * for example as JSON.
   */
  completed(text: string): string {
    const { isService, option } = this.#place;
    let shown =
      option === ''
        ? text
        : text.replace(NAMED_COMMAND, (command, isRemote) =>
            isService && !isRemote ? command : `${command} ${option}`,
          );
    for (const [secret, instead] of this.#hidden) shown = shown.replaceAll(secret, instead);
    return shown;
  }

  override _write(text: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!this.isQuiet) this.#to.write(shownText(this.completed(String(text))));
    done();
  }
}
