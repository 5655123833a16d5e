import { fold } from './fold.js';

/** What is between two commas of an address, or signs of their kind. */
export interface AddressPart {
  /** All of it, folded: `6th of october city`, `biel bienne`. */
  readonly whole: string;
  /** The folded words between house numbers, postcodes and strokes, which part words as a comma does. */
  readonly runs: readonly (readonly string[])[];
}

const SEPARATOR = /[,;|\n\r\u2028\u2029，；、､،؛。]|\s[-–—]+\s/u;
const HAS_DIGIT = /\p{N}/u;
// The house number is part of the word in `北京市朝阳区建国路93号`.
const UNSPACED = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー]+/u;
// `1012 LG` before Amsterdam.
const DUTCH_POSTCODE = /(?<!\S)\d{4}\s[A-Z]{2}(?=\s)/g;
// What French addresses have after a town.
const POSTAL = new Set(['cedex', 'cdx']);

/** Takes an address apart, from left to right. */
export function splitAddress(address: string): AddressPart[] {
  return address.split(SEPARATOR).flatMap((part) => {
    const whole = fold(part);
    return whole === ''
      ? []
      : [{ whole, runs: part.replace(DUTCH_POSTCODE, '/').split('/').flatMap(runsOf) }];
  });
}

function runsOf(text: string): string[][] {
  const runs: string[][] = [[]];
  for (const word of text.split(/\s+/)) {
    const hasDigit = HAS_DIGIT.test(word);
    const folded = fold(hasDigit ? (UNSPACED.exec(word)?.[0] ?? '') : word);
    if (folded !== '' && !POSTAL.has(folded)) runs.at(-1)?.push(...folded.split(' '));
    if (hasDigit) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}
