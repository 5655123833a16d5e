import { fileFailure } from '@ops-admin/core/operations';
import { shownLine } from '@ops-admin/service/config';

/** A mistake in a file, and its place. */
export interface FileMistake {
  /** The name as given; `<stdin>` for standard input. */
  readonly file: string;
  /** Both from 1; a column counts UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The found text, cut short, or the kind of the value. */
  readonly found?: string;
}

/** A file that cannot be used, with everything that is wrong in it; nothing was changed. */
export interface FileMistakes {
  readonly type: 'file-mistakes';
  readonly mistakes: readonly [FileMistake, ...FileMistake[]];
}

const MAX_SHOWN_MISTAKES = 20;

/** A mistake on one line: `users.json:471:60: _id must be 24 hexadecimal digits, found "x"`. */
export function describeMistake({ column, file, found, line, message }: FileMistake): string {
  const what = found === undefined ? '' : `, found ${found}`;
  return shownLine(`${file}:${line}:${column}: ${message}${what}`);
}

/** The first mistakes for people, a line each, and how many more there are. */
export function describeMistakes(mistakes: readonly FileMistake[]): string[] {
  const more = mistakes.length - MAX_SHOWN_MISTAKES;
  return [
    ...mistakes.slice(0, MAX_SHOWN_MISTAKES).map(describeMistake),
    ...(more > 0 ? [`… and ${more} more; --json reports all`] : []),
  ];
}

/** The error of these mistakes of a file, by their places, or `undefined` if there are none. */
export function fileMistakes(mistakes: readonly FileMistake[]): FileMistakes | undefined {
  const [first, ...more] = mistakes.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return first && { type: 'file-mistakes', mistakes: [first, ...more] };
}

/** The name of a file in reports. */
export function fileNameOf(file: string): string {
  return file === '-' ? '<stdin>' : file;
}

export interface NotWritten {
  readonly type: 'not-written';
  /** For people: which, and why. */
  readonly message: string;
}

export function unwritable(file: string, error: unknown): NotWritten {
  const reason = fileFailure(error, 'the folder does not exist; create it first');
  return { type: 'not-written', message: `cannot write ${file}: ${reason}` };
}

export function unreadable(
  file: string,
  error: unknown,
): { readonly type: 'invalid-input'; readonly message: string } {
  const reason = fileFailure(error, 'the file does not exist; name an existing one, or - for standard input');
  return { type: 'invalid-input', message: `cannot read ${fileNameOf(file)}: ${reason}` };
}

const MAX_FOUND_CHARACTERS = 40;

/** A text that was found, in quotes and cut short. */
export function foundText(text: string): string {
  const characters = [...text];
  return characters.length > MAX_FOUND_CHARACTERS
    ? `${JSON.stringify(characters.slice(0, MAX_FOUND_CHARACTERS).join(''))}…`
    : JSON.stringify(text);
}

/** A value that was found: its kind if it holds other values. */
export function foundValue(value: unknown): string {
  if (typeof value === 'string') return foundText(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** The largest number of unknown columns or members in a warning. */
const MAX_NAMES = 20;

/** The warning of columns or members that a file has and nothing reads, if there are any. */
export function aboutReadOver(unknown: Iterable<string>): string[] {
  const names = [...unknown];
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_NAMES).map((name) => JSON.stringify(name));
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return [`ignored unknown members: ${shown.join(', ')}${more}`];
}
