import { fold } from './fold.js';
import {
  BOX_WORDS,
  CONTACT_WORDS,
  cutAtMarks,
  INDOOR_WORDS,
  type MarkedPart,
  markedPart,
  UNIT_WORDS,
  withBlanksInThai,
} from './part-words.js';

/** Returns the kind of a part of an address by its words and numbers; `name` if they do not show it. */
export type PartKind = MarkedPart | 'contact' | 'unit' | 'code' | 'name';

/** Folded words between commas, house numbers, postcodes and strokes. */
export interface AddressRun {
  readonly part: PartKind;
  readonly words: readonly string[];
  /** Whether each word is all in capitals in the text. */
  readonly capitals: readonly boolean[];
  /** The words without those that say what the part is: `moskva` of `g moskva`. */
  readonly name: readonly string[];
  /** Those of the words of the whole part that a dot shortens: `pta` of `Pta. del Este`. */
  readonly short?: ReadonlySet<string>;
  /** The first word before a hyphen, if the words begin with one: `warszawa` of `Warszawa-Mokotów`. */
  readonly head?: string;
  /** Whether the words, in a script that has capitals, have none: `lodz piotrkowska`. */
  readonly isLower?: boolean;
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

const SEPARATOR = /[,;|\n\r\u2028\u2029，；、､،؛。፣።၊။।]|\s[-–—]+\s|\s?[·•]\s?/u;
// `收货地址:四川省`
const EAST_ASIAN_LABEL = /[:：](?<=[\p{sc=Han}\p{sc=Hangul}].)\s*(?=[\p{sc=Han}\p{sc=Hangul}])/gu;
const HAS_DIGIT = /\p{N}/u;
// The house number is part of the word in `北京市朝阳区建国路93号`.
const UNSPACED = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー]+/u;
// `New Delhi-110001`
const JOINED_POSTCODE = /(?<=[\p{L}\p{M}]{3})(?: ?- ?(?=\d{4})|-(?=\d{1,3}(?!\d)))/gu;
// `NL-Tilburg` is `Tilburg, NL`.
const COUNTRY_BEFORE = /^\s*([A-Z]{2})-(\p{Lu}\p{Ll}[^,;]*)/u;
// A country, not a town of it: `Congo - Kinshasa`, `Congo (Brazzaville)`.
const CONGO = /\bCongo\s*[-–(]\s*(Kinshasa|Brazzaville)\)?/;
// `Graz -> Maribor`
const ARROW = /\s*(?:<?[-=–—]+>|[→➔⇒↔])\s*|\s>\s/gu;
// `S(560123)`, `S560123`
const SINGAPORE_POSTCODE = /(?<![\p{L}\p{N}])S(?:\((\d{6})\)|(\d{6})(?!\d))/gu;
// `Ústí n/L`, `Chalon s/Saône`, `Ростов н/Д`: the stroke is a dot.
const SHORT_BESIDE_STROKE = /(?<=[\p{L}.][ -])([nsuvaнвс])\/ ?(?=\p{Lu})/gu;
// `106台北市`, `〒150-0002東京都` and `邮编200001`, but not `188号楼`
const EAST_ASIAN_POSTCODE =
  /(?<!\S)(?:〒?\d{3,6}(?:-\d{2,4})?(?=[\p{sc=Han}\p{sc=Hangul}]{2})(?![号號樓楼室栋棟座巷弄])|(?:邮编|邮政编码|郵遞區號|郵便番号|우편번호)[:：]?(?=\d))/gu;
// E-mail, pages, telephone numbers with a sign of one, times of opening, and codes of airports in brackets.
const CONTACT = new RegExp(
  `(${[
    /[^\s@]+@[^\s@]+\.\p{L}{2,}|https?:\/\/\S+|\bwww\.\S+/u,
    /(?:(?<!\S)(?:\p{Lu}[.:]?|\p{L}{2,9}:|(?:[Tt]el|[Ff]ax|[Pp]h)\.?) ?)?(?<![\p{L}\d])\+\d[\d\s()./–-]{6,}\d/u,
    // `T 016 55 50 11`, `BE 0412.345.678`, `0044 7700 900123`
    /(?:(?<!\S)\p{Lu}{1,2}[.:]? ?)?(?<![\p{L}\p{N}(.-])\(?0\d{1,4}\)?(?:(?:[ .-]\d{2,6}){2,5}|[ -]\d{5,8})(?![\d-])/u,
    /(?<!\S)\(\d{2,5}\)\s?\d[\d\s.-]{4,}\d|\((?:mobile|mob|cell|office|work|home|direct|fax)\)/u,
    // `Mon-Fri 7:00-15:30`, `Open until 9 PM`
    /(?:\p{L}{2,4}\.?\s?[-–]\s?\p{L}{2,4}\.?:?\s)?(?<!\d)\d{1,2}[:.]\d{2}(?:\s?[ap]m)?\s?[-–]\s?\d{1,2}[:.]\d{2}(?:\s?[ap]m)?/u,
    /(?<![\p{L}\p{N}])(?:Mon?|Tue|Wed|Thu|Di|Mi|Do|Lun?)\.?\s?[-–]\s?(?:Fri?|Sat?|Sun?|So|Do|Vie|Ven|Sáb)\b\.?/u,
    /\b(?:[Oo]pens?|[Cc]lose[sd]?)\b[^,;\n]{0,20}?\b\d{1,2}(?::\d{2})?\s?(?:[AaPp]\.?[Mm]\b|Uhr)/u,
    // `8-14 h.`
    /(?<![\p{L}\p{N}])\d{1,2}\s?[-–]\s?\d{1,2}\s?(?:h|hs|hrs|Uhr|godz)(?!\p{L})\.?/u,
    /\([A-Z]{3}\)/u,
  ]
    .map(({ source }) => source)
    .join('|')})`,
  'u',
);
/** Returns a text without mail addresses, telephone numbers and times. */
export function withoutContacts(text: string): string {
  return text.replace(new RegExp(CONTACT.source, 'gu'), ' | ');
}

const IN_BRACKETS = /^\([A-Z]{3}\)$/;

/** Splits an address, from left to right. */
export function splitAddress(address: string): AddressPart[] {
  return withPlainDigits(address)
    .replace(CONGO, 'Congo $1')
    .replace(ARROW, ' to ')
    .replace(COUNTRY_BEFORE, '$2, $1')
    .replace(SINGAPORE_POSTCODE, 'Singapore $1$2')
    .replace(SHORT_BESIDE_STROKE, '$1. ')
    .replace(EAST_ASIAN_POSTCODE, '$& ')
    .replace(EAST_ASIAN_LABEL, ', ')
    .split(CONTACT)
    .flatMap((text, at) =>
      at % 2 === 1 ? [partOf(IN_BRACKETS.test(text) ? 'code' : 'contact', text)] : partsOf(text),
    );
}

// The noughts of other scripts: Arabic, Persian, the scripts of India, Thai, Lao, Tibetan, Burmese, Khmer, Mongolian, and wide Latin ones.
const NOUGHTS = '٠۰०০੦૦୦௦౦೦൦๐໐༠၀០᠐０';
const OTHER_DIGITS = new RegExp(
  `[${[...NOUGHTS].map((nought) => `${nought}-${String.fromCodePoint((nought.codePointAt(0) ?? 0) + 9)}`).join('')}]`,
  'gu',
);

function withPlainDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    return String(
      code -
        Math.max(...[...NOUGHTS].map((nought) => nought.codePointAt(0) ?? 0).filter((each) => each <= code)),
    );
  });
}

function partOf(part: PartKind, text: string): AddressPart {
  const whole = fold(text);
  const words = whole.split(' ');
  return {
    whole,
    runs: [{ part, words, capitals: words.map(() => false), name: words, before: '', after: '' }],
  };
}

function partsOf(text: string): AddressPart[] {
  return withBlanksInThai(text.replace(JOINED_POSTCODE, ' ')).split(SEPARATOR).flatMap(withoutUnits);
}

/** The text between two commas, without numbers of floors and doors and of telephones, which are parts of their own. */
function withoutUnits(text: string): AddressPart[] {
  const words = text.trim().split(/\s+/);
  const parts: AddressPart[] = [];
  let rest: string[] = [];
  const cut = () => {
    const named = rest.join(' ');
    const whole = fold(named);
    if (whole !== '') parts.push({ whole, runs: named.split(/[/()]/).flatMap(runsOf) });
    rest = [];
  };
  for (let at = 0; at < words.length; ) {
    const [part, length] = numberedPart(words, at);
    if (part === undefined) {
      const word = words[at] ?? '';
      rest.push(word);
      // `Head office: Oslo`
      if (word.endsWith(':')) cut();
    } else {
      // `Heathrow Terminal 5`
      if (rest.length > 0 && fold(words[at] ?? '') === 'terminal') rest.push('terminal');
      cut();
      parts.push(partOf(part, words.slice(at, at + length).join(' ')));
    }
    at += length;
  }
  cut();
  return parts.filter(({ whole }) => whole !== '');
}

const NUMBER = /^#?[\p{L}]{0,2}-?\p{N}{1,4}\p{L}{0,2}(?:[-–/.]?[\p{N}\p{Lu}]+)*[.:]?$/u;
const LETTER = /^(?:\p{Lu}|[IVX]{1,4})[.:]?$/u;
const HOUSE_NUMBER = /^\p{N}+$/u;
/**
 * Returns the kind of part that begins at a word and has a number, with the count of its words; `undefined` and 1 if nothing does.
 */
function numberedPart(words: readonly string[], at: number): [part: PartKind | undefined, length: number] {
  for (const length of [3, 2, 1]) {
    const mark = fold(words.slice(at, at + length).join(' '));
    if (at + length > words.length || mark === '') continue;
    if (INDOOR_WORDS.has(mark)) return ['unit', length];
    if (CONTACT_WORDS.has(mark)) {
      const marks = words.slice(at + length).findIndex((each) => !CONTACT_WORDS.has(fold(each)));
      // `tel. kom. 601 555 014`
      const labelled = length + Math.max(0, marks);
      const digits = digitsFrom(words, at + labelled, 5);
      if (digits > 0) return ['contact', labelled + digits];
    }
    if (BOX_WORDS.has(mark)) {
      const digits = digitsFrom(words, at + length, 1);
      if (digits > 0) return ['unit', length + digits];
    }
    if (UNIT_WORDS.has(mark)) {
      const next = words[at + length] ?? '';
      const isNumber = NUMBER.test(next) && next.replace(/\P{N}/gu, '').length < 5;
      if (isNumber || (mark.length > 2 && LETTER.test(next))) return ['unit', length + 1];
    }
  }
  return [undefined, 1];
}

/** How many words from there on are numbers, if they have so many digits together. */
function digitsFrom(words: readonly string[], start: number, least: number): number {
  let end = start;
  while (end < words.length && HAS_DIGIT.test(words[end] ?? '')) end += 1;
  const digits = words.slice(start, end).join('').replace(/\P{N}/gu, '').length;
  return digits >= least ? end - start : 0;
}

interface NumberedWords {
  readonly words: string[];
  readonly capitals: boolean[];
  readonly short: Set<string>;
  before: string;
  after: string;
  head?: string;
  hasSmall?: boolean;
  hasCapital?: boolean;
}

const ALL_CAPITALS = /^\P{Ll}*\p{Lu}\P{Ll}*$/u;
const FIRST_DIGITS = 3;
// `29-4-12` is not a postcode.
const MANY_NUMBERS = /\p{N}\P{N}+\p{N}+\P{N}+\p{N}/u;
// `Pta.`, `V.N.`, `S.Paulo`
const SHORTENED = /^(?:\p{L}{1,5}|\p{L}\.\p{L})\.(?:\p{L}{3,})?$/u;
const HYPHENED = /^(\p{Lu}[\p{L}\p{M}]{3,})-\p{L}{3,}/u;

function runsOf(text: string): AddressRun[] {
  const runs: NumberedWords[] = [{ words: [], capitals: [], short: new Set(), before: '', after: '' }];
  for (const word of text.split(/\s+/)) {
    const hasDigit = HAS_DIGIT.test(word);
    const folded = fold(hasDigit ? (UNSPACED.exec(word)?.[0] ?? '') : word);
    const run = runs.at(-1);
    if (run && run.words.length === 0 && !hasDigit) run.head = fold(HYPHENED.exec(word)?.[1] ?? '');
    if (SHORTENED.test(word)) run?.short.add(folded.split(' ')[0] ?? '');
    if (run && /\p{Ll}/u.test(word)) run.hasSmall = true;
    if (run && /\p{Lu}/u.test(word)) run.hasCapital = true;
    if (folded !== '') {
      run?.words.push(...folded.split(' '));
      run?.capitals.push(...folded.split(' ').map(() => ALL_CAPITALS.test(word)));
    }
    if (hasDigit) {
      const digits = MANY_NUMBERS.test(word) ? '' : word.replace(/\P{N}/gu, '');
      // `602 00 Brno`
      const isSecond =
        run?.words.length === 0 && run.before.length === FIRST_DIGITS && HOUSE_NUMBER.test(word);
      if (run && isSecond) run.before += digits;
      else {
        if (run) run.after = digits;
        runs.push({ words: [], capitals: [], short: new Set(), before: digits, after: '' });
      }
    }
  }
  return runs.filter(({ words }) => words.length > 0).flatMap(markedRuns);
}

function markedRuns({
  words,
  capitals,
  short,
  before,
  after,
  head,
  hasSmall,
  hasCapital,
}: NumberedWords): AddressRun[] {
  const cuts = cutAtMarks(words).filter((each) => each.length > 0);
  return cuts.map((each, at) => {
    const number = at === cuts.length - 1 ? after : '';
    const marked = markedPart(each, number !== '' && number.length <= 4);
    return {
      part: marked?.part ?? 'name',
      words: each,
      capitals: capitals.slice(cuts.slice(0, at).flat().length).slice(0, each.length),
      name: marked?.name ?? each,
      ...(short.size > 0 && { short }),
      ...(at === 0 && head && { head }),
      ...(hasSmall && !hasCapital && { isLower: true }),
      before: at === 0 ? before : '',
      after: number,
    };
  });
}
