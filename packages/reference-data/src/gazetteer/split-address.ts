import { fold } from './fold.js';

/** Folded words between commas, house numbers, postcodes and strokes. */
export interface AddressRun {
  readonly words: readonly string[];
  /** The digits of the number next to the words: `1500` of `Paraguay 1500`, and of `1500 Paraguay`; otherwise empty. */
  readonly after: string;
  readonly before: string;
}

/** The text between two commas of an address, or similar signs. */
export interface AddressPart {
  /** All of it, folded: `6th of october city`, `biel bienne`. */
  readonly whole: string;
  /** House numbers, postcodes and strokes separate words like a comma. */
  readonly runs: readonly AddressRun[];
}

const SEPARATOR = /[,;|\n\r\u2028\u2029，；、､،؛。]|\s[-–—]+\s|\s?[·•]\s?/u;
const HAS_DIGIT = /\p{N}/u;
// The house number is part of the word in `北京市朝阳区建国路93号`.
const UNSPACED = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー]+/u;
// `1012 LG` before Amsterdam.
const DUTCH_POSTCODE = /(?<!\S)\d{4}\s[A-Z]{2}(?=\s)/g;
// `New Delhi-110001`
const JOINED_POSTCODE = /(?<=\p{L}{3}) ?- ?(?=\d{4})/gu;
// Words that French addresses have after a town.
const POSTAL = new Set(['cedex', 'cdx']);

/** Splits an address, from left to right. */
export function splitAddress(address: string): AddressPart[] {
  return address
    .replace(JOINED_POSTCODE, ' ')
    .split(SEPARATOR)
    .flatMap((part) => {
      const whole = fold(part);
      return whole === ''
        ? []
        : [{ whole, runs: part.replace(DUTCH_POSTCODE, '/').split('/').flatMap(runsOf) }];
    });
}

function runsOf(text: string): AddressRun[] {
  const runs: { words: string[]; before: string; after: string }[] = [{ words: [], before: '', after: '' }];
  for (const word of text.split(/\s+/)) {
    const hasDigit = HAS_DIGIT.test(word);
    const folded = fold(hasDigit ? (UNSPACED.exec(word)?.[0] ?? '') : word);
    const run = runs.at(-1);
    if (folded !== '' && !POSTAL.has(folded)) run?.words.push(...folded.split(' '));
    if (hasDigit) {
      const digits = word.replace(/\P{N}/gu, '');
      if (run) run.after = digits;
      runs.push({ words: [], before: digits, after: '' });
    }
  }
  return runs.filter(({ words }) => words.length > 0);
}
