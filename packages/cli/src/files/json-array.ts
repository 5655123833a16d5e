import type { Result } from '@ops-admin/core';
import { type JsonFlaw, parseStrictJson } from '@ops-admin/core/operations';

/** An element of an array, or a problem between elements, with its place in the text, both from 1. */
export type ArrayPart = {
  readonly start: number;
  readonly line: number;
  readonly column: number;
} & (
  | { readonly end: number; readonly parsed: Result<unknown, JsonFlaw>; readonly problem?: undefined }
  | { readonly problem: 'comma-too-many' | 'comma-missing' | 'no-end' | 'more' }
);

const [SPACE, QUOTE, COMMA, BACKSLASH] = [0x20, 0x22, 0x2c, 0x5c];
const [OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Cuts the text of an array into its elements in one pass, without recursion: a text can be nested deeper than the stack. An element that
 * is not JSON is the last, because nobody knows where it ends.
 */
export function* arrayParts(text: string): Generator<ArrayPart, void> {
  const placeOf = placesIn(text);
  let comma: number | undefined;
  let isFirst = true;
  for (let at = text.indexOf('[') + 1; ; ) {
    at = spaceEnd(text, at);
    const unit = text.charCodeAt(at);
    if (Number.isNaN(unit)) return yield { ...placeOf(text.length), problem: 'no-end' };
    if (unit === CLOSE) {
      if (comma !== undefined && !isFirst) yield { ...placeOf(comma), problem: 'comma-too-many' };
      const more = spaceEnd(text, at + 1);
      if (more < text.length) yield { ...placeOf(more), problem: 'more' };
      return;
    }
    if (unit === COMMA) {
      if (comma !== undefined || isFirst) yield { ...placeOf(at), problem: 'comma-too-many' };
      comma = at++;
      continue;
    }
    const place = placeOf(at);
    if (!isFirst && comma === undefined) yield { ...place, problem: 'comma-missing' };
    const end = elementEnd(text, at);
    const parsed = parseStrictJson(text.slice(at, end));
    yield { ...place, end, parsed };
    if (parsed.isErr() && parsed.error === 'not-json') return;
    [at, comma, isFirst] = [end, undefined, false];
  }
}

/** Where the element ends that begins there: behind its last bracket, before a comma or the end of the array, or where the text ends. */
function elementEnd(text: string, start: number): number {
  let levels = 0;
  let isInText = false;
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isInText) {
      if (unit === BACKSLASH) at++;
      else if (unit === QUOTE) isInText = false;
    } else if (unit === QUOTE) isInText = true;
    else if (unit === OPEN || unit === OPEN_OBJECT) levels++;
    else if (levels === 0 && (unit === CLOSE || unit === COMMA)) return at;
    else if ((unit === CLOSE || unit === CLOSE_OBJECT) && --levels <= 0) return at + 1;
  }
  return text.length;
}

function spaceEnd(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) <= SPACE) at++;
  return at;
}

/** Finds lines and columns, each place after the one before. A column counts UTF-16 units. */
function placesIn(text: string): (start: number) => { start: number; line: number; column: number } {
  let [line, lineStart, feed] = [1, 0, text.indexOf('\n')];
  return (start) => {
    while (feed >= 0 && feed < start) {
      line++;
      lineStart = feed + 1;
      feed = text.indexOf('\n', lineStart);
    }
    return { start, line, column: start - lineStart + 1 };
  };
}
