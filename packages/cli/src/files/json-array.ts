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

const [LINE_FEED, SPACE, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x20, 0x22, 0x2c, 0x5c];
const [OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Cuts the text of an array into its elements in one pass, without recursion: a text can be nested deeper than the stack. A broken
 * element must not spoil those after it. So from the first broken one on, no string goes past the end of a line, and a line that
 * begins like the first element begins a new one.
 */
export function* arrayParts(text: string): Generator<ArrayPart, void> {
  const placeOf = placesIn(text);
  let at = spaceEnd(text, text.indexOf('[') + 1);
  const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, at))?.[1] ?? '';
  let newLine: string | undefined;
  let comma: number | undefined;
  // A comma is wanted after an element, unless it broke off: that says nothing about commas.
  let after: 'nothing' | 'element' | 'broken' = 'nothing';
  for (; ; at = spaceEnd(text, at)) {
    const unit = text.charCodeAt(at);
    if (Number.isNaN(unit)) return yield { ...placeOf(text.length), problem: 'no-end' };
    if (unit === CLOSE) {
      if (comma !== undefined && after !== 'nothing') yield { ...placeOf(comma), problem: 'comma-too-many' };
      const more = spaceEnd(text, at + 1);
      if (more < text.length) yield { ...placeOf(more), problem: 'more' };
      return;
    }
    if (unit === COMMA) {
      if (comma !== undefined || after === 'nothing') yield { ...placeOf(at), problem: 'comma-too-many' };
      comma = at++;
      continue;
    }
    const place = placeOf(at);
    if (after === 'element' && comma === undefined) yield { ...place, problem: 'comma-missing' };
    let element = elementAt(text, at, newLine);
    let parsed = parseStrictJson(text.slice(at, element?.end));
    if (newLine === undefined && (!element || (parsed.isErr() && parsed.error === 'not-json'))) {
      newLine = `${indent}{`;
      element = elementAt(text, at, newLine);
      parsed = parseStrictJson(text.slice(at, element?.end));
    }
    const end = element?.end ?? text.length;
    yield { ...place, end, parsed };
    [at, comma, after] = [end, undefined, element?.breaksOff ? 'broken' : 'element'];
  }
}

/** Where the element ends that begins there; nothing if it does not, which with `newLine` it always does. */
function elementAt(
  text: string,
  start: number,
  newLine: string | undefined,
): { readonly end: number; readonly breaksOff?: boolean } | undefined {
  let levels = 0;
  let isInText = false;
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LINE_FEED) {
      if (newLine === undefined) {
        if (isInText) return undefined;
        continue;
      }
      isInText = false;
      if (text.startsWith(newLine, at + 1)) return { end: at, breaksOff: levels > 0 };
    } else if (isInText) {
      if (unit === BACKSLASH && text.charCodeAt(at + 1) !== LINE_FEED) at++;
      else if (unit === QUOTE) isInText = false;
    } else if (unit === QUOTE) isInText = true;
    else if (unit === OPEN || unit === OPEN_OBJECT) levels++;
    else if (levels === 0 && (unit === CLOSE || unit === COMMA)) return { end: at };
    else if ((unit === CLOSE || unit === CLOSE_OBJECT) && levels > 0) levels--;
  }
  return newLine === undefined ? undefined : { end: text.length, breaksOff: true };
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
