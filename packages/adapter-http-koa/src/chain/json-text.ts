import { err, ok, Result } from '@ops-admin/core';

/** How many objects, lists and members a body can hold: no change needs as many, and more take long to read. */
export const BODY_MAX_PARTS = 32_768;

/** Why a text is not taken. */
export type UntakenJson = 'not-json' | 'too-many-parts';

const [QUOTE, BACKSLASH, COLON, BRACKET, BRACE] = [...'"\\:[{'].map((one) => one.charCodeAt(0));

const OBJECT_OR_LIST = /^[\t\n\r ]*[[{]/;

/** A member `__proto__`, also where its characters are escaped. */
const PROTO = new RegExp(`"${[...'__proto__'].map(orEscaped).join('')}"\\s*:`);

function orEscaped(character: string): string {
  return `(?:${character}|\\\\u00${character.charCodeAt(0).toString(16).replace('f', '[fF]')})`;
}

const parse = Result.fromThrowable(
  (text: string): unknown => JSON.parse(text),
  (): UntakenJson => 'not-json',
);

/** Reads the text of a body; no text is an empty object. */
export function readJson(text: string): Result<unknown, UntakenJson> {
  if (text === '') return ok({});
  if (!OBJECT_OR_LIST.test(text) || PROTO.test(text)) return err('not-json');
  return text.length > BODY_MAX_PARTS && hasManyParts(text) ? err('too-many-parts') : parse(text);
}

function hasManyParts(text: string): boolean {
  if (!hasMany(text)) return false;
  let parts = 0;
  let isInString = false;
  for (let at = 0; at < text.length && parts <= BODY_MAX_PARTS; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) at += code === BACKSLASH ? 1 : 0;
    else if (code === BRACE || code === BRACKET || code === COLON) parts++;
  }
  return parts > BODY_MAX_PARTS;
}

/** With those in strings, which is quickly counted. */
function hasMany(text: string): boolean {
  let marks = 0;
  for (const mark of '{[:') {
    for (let at = text.indexOf(mark); at >= 0 && marks <= BODY_MAX_PARTS; at = text.indexOf(mark, at + 1))
      marks++;
  }
  return marks > BODY_MAX_PARTS;
}
