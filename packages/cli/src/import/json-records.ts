import { parse, type ValueNode } from '@humanwhocodes/momoa';
import { parseStrictJson } from '@ops-admin/core';
import { type FileMistake, foundText } from '../file-mistake.js';
import { isDeeper, outlineOf, type Span } from './json-outline.js';
import { type TextPlace, TextPlaces } from './text-places.js';

/** A member of a record: names, and numbers of elements. */
export type JsonPath = readonly PropertyKey[];

/** More than any record has, and far less than the search for a mistake's place can walk. */
const MAX_LEVELS = 100;

/** For a record of which two readers could see different values. */
const REPEATED_MEMBER = 'a member is repeated, or is named __proto__';

/** The values in a file, in order, and the parts that are not JSON. */
export class JsonRecords {
  readonly values: readonly unknown[];
  readonly mistakes: readonly FileMistake[];
  readonly #file: string;
  readonly #text: string;
  readonly #from: TextPlace | undefined;
  #spans: readonly Span[] | undefined;
  #places: TextPlaces | undefined;

  /** Reads a JSON array, or one JSON value a line; empty lines are skipped. `from` is where the text begins in the file. */
  constructor(file: string, text: string, from?: TextPlace) {
    this.#file = file;
    this.#text = text;
    this.#from = from;
    const isArray = /^\s*\[/.test(text);
    const whole = isArray ? parseStrictJson(text) : undefined;
    if (whole?.isOk()) {
      this.values = whole.value as unknown[];
      this.mistakes = [];
      return;
    }
    const values: unknown[] = [];
    const spans: Span[] = [];
    const mistakes: FileMistake[] = isArray ? this.#mistakesBetween() : [];
    for (const span of isArray ? outlineOf(text).elements : linesOf(text)) {
      const element = parseStrictJson(text.slice(span.start, span.end));
      if (element.isErr()) {
        mistakes.push(
          element.error === 'repeated-member'
            ? this.#mistake(span.start, REPEATED_MEMBER)
            : this.#syntaxMistake(span, isArray),
        );
        continue;
      }
      values.push(element.value);
      spans.push(span);
    }
    this.values = values;
    this.#spans = spans;
    this.mistakes = mistakes;
  }

  /** The line, from 1, on which a value begins. */
  lineOf(index: number): number {
    return this.#placeAt(this.#spanOf(index).start).line;
  }

  /** A mistake in a value, at the member, or where it should be. */
  mistakeIn(index: number, path: JsonPath, message: string, found?: string): FileMistake {
    const { end, start } = this.#spanOf(index);
    return this.#mistake(start + offsetIn(this.#text.slice(start, end), path), message, found);
  }

  #spanOf(index: number): Span {
    // Only if a mistake must be reported.
    this.#spans ??= outlineOf(this.#text).elements;
    return this.#spans[index] ?? { start: 0, end: 0 };
  }

  /** What is wrong with an array, apart from its elements. */
  #mistakesBetween(): FileMistake[] {
    const { commas, end } = outlineOf(this.#text);
    const mistakes = commas.map(({ at, problem }) =>
      this.#mistake(
        at,
        problem === 'missing' ? 'not valid JSON: a comma is missing' : 'not valid JSON: a comma too many',
      ),
    );
    if (end === undefined) {
      const cut = this.#mistake(this.#text.length, 'not valid JSON: the file ends too early');
      return [...mistakes, cut];
    }
    const rest = /\S/.exec(this.#text.slice(end))?.index;
    if (rest !== undefined) {
      mistakes.push(
        this.#mistake(end + rest, 'not valid JSON: there is more after the array', this.#foundAt(end + rest)),
      );
    }
    return mistakes;
  }

  #syntaxMistake({ end, start }: Span, isArray: boolean): FileMistake {
    const hint = isArray ? '' : '; write an array, or one object a line';
    const text = this.#text.slice(start, end);
    if (isDeeper(text, MAX_LEVELS)) {
      return this.#mistake(start, `nested deeper than ${MAX_LEVELS} levels, and not valid JSON${hint}`);
    }
    const offset = start + syntaxErrorIn(text);
    return this.#mistake(
      offset,
      `not valid JSON${hint}`,
      offset < end ? this.#foundAt(offset) : 'the end of it',
    );
  }

  #mistake(offset: number, message: string, found?: string): FileMistake {
    return { file: this.#file, ...this.#placeAt(offset), message, ...(found !== undefined && { found }) };
  }

  #placeAt(offset: number): TextPlace {
    this.#places ??= new TextPlaces(this.#text, this.#from);
    return this.#places.at(offset);
  }

  #foundAt(offset: number): string {
    const end = this.#text.indexOf('\n', offset);
    return foundText(this.#text.slice(offset, end < 0 ? undefined : end).trimEnd());
  }
}

/** Where a text stops being JSON. */
function syntaxErrorIn(text: string): number {
  const openQuote =
    [...text.matchAll(/"(?:[^"\\\n]|\\[^\n])*("?)/g)].find(([, end]) => end === '')?.index ?? text.length;
  try {
    parse(text);
    return 0;
  } catch (error) {
    const { message, offset } = error as { readonly message: string; readonly offset?: number };
    // If the end comes too early, momoa names another place.
    const isCutShort = offset === undefined || message.startsWith('Unexpected end');
    return Math.min(isCutShort ? text.length : offset, openQuote);
  }
}

/** The position of a member, or of the innermost existing one. */
function offsetIn(text: string, path: JsonPath): number {
  if (isDeeper(text, MAX_LEVELS)) return 0;
  let node: ValueNode | undefined = parse(text).body;
  let offset = node.loc.start.offset;
  for (const key of path) {
    if (node?.type === 'Object') {
      node = node.members.findLast(
        ({ name }) => (name.type === 'String' ? name.value : name.name) === key,
      )?.value;
    } else if (node?.type === 'Array') node = node.elements[Number(key)]?.value;
    else return offset;
    if (!node) return offset;
    offset = node.loc.start.offset;
  }
  return offset;
}

function* linesOf(text: string): Generator<Span, void> {
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, end);
    const from = line.search(/\S/);
    if (from >= 0) yield { start: start + from, end: start + line.trimEnd().length };
    start = end + 1;
  }
}
