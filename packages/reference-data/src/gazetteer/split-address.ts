import { fold } from './fold.js';
import {
  ADDRESSEE_WORDS,
  BOX_WORDS,
  CONTACT_WORDS,
  cutAtMarks,
  FLOOR_WORDS,
  INDOOR_WORDS,
  LABEL_WORDS,
  type MarkedPart,
  markedPart,
  PERSON_LABELS,
  PHONE_WORDS,
  POSTCODE_WORDS,
  UNIT_WORDS,
  withBlanksInThai,
} from './part-words.js';

/** What a part of an address is, as its own words and numbers say; `name` if they do not say it. */
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
  /** Whether they are in brackets: `warehouse` of `Graz (warehouse)`. */
  readonly isInBrackets?: boolean;
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
// `1012 LG` before Amsterdam.
const DUTCH_POSTCODE = /(?<!\S)(\d{4})\s[A-Z]{2}(?=\s)/g;
// `New Delhi-110001`
const JOINED_POSTCODE = /(?<=[\p{L}\p{M}]{3})(?: ?- ?(?=\d{4})|-(?=\d{1,3}(?!\d)))/gu;
// `NL-Tilburg` is `Tilburg, NL`.
const COUNTRY_BEFORE = /^\s*([A-Z]{2})-(\p{Lu}\p{Ll}[^,;]*)/u;
// A country, not a town of it: `Congo - Kinshasa`, `Congo (Brazzaville)`.
const CONGO = /\bCongo\s*[-–(]\s*(Kinshasa|Brazzaville)\)?/;
// `S(560123)`, `S560123`
const SINGAPORE_POSTCODE = /(?<![\p{L}\p{N}])S(?:\((\d{6})\)|(\d{6})(?!\d))/gu;
// `Ústí n/L`, `Chalon s/Saône`, `Ростов н/Д`: the stroke is a dot.
const SHORT_BESIDE_STROKE = /(?<=[\p{L}.][ -])([nsuvaнвс])\/ ?(\p{Lu}(?!\p{L}))?(?=\p{Lu}|(?<=\p{Lu}))/gu;
// `London Borough of Camden`
const LONDON_BOROUGH = /London Borough of ([^,;\n]+)/g;
const IN_BRACKETS = /\([^()\n]*\)/g;
const CITY_AND_COUNTY = /City and County of (?=\p{Lu})/gu;
// `C/ Castillo`
const CALLE = /(?<![\p{L}\p{N}])C\/\s?(?=\p{Lu})/gu;
// `Lille / 59000 / Grand'Place`
const POSTCODE_APART = /(?<=[\p{L}\p{M}])\s*[/,]\s*(\d{5,6})(?=\s*[/,])/gu;
// `(2000) Rosario`
const POSTCODE_IN_BRACKETS = /(?<!\S)\((\d{4,7})\)(?!\s?\d)/g;
// `106台北市`, `〒150-0002東京都` and `邮编200001`, but not `188号楼`
const EAST_ASIAN_POSTCODE =
  /(?<!\S)(?:〒?\d{3,6}(?:-\d{2,4})?(?=[\p{sc=Han}\p{sc=Hangul}]{2})(?![号號樓楼室栋棟座巷弄])|(?:邮编|邮政编码|郵遞區號|郵便番号|우편번호)[:：]?(?=\d))/gu;
// Words that French addresses have after a town.
const POSTAL = new Set(['cedex', 'cdx']);

// E-mail, pages, telephone numbers with a sign of one, times of opening, and codes of airports in brackets.
const CONTACT = new RegExp(
  `(${[
    /[^\s@]+@[^\s@]+\.\p{L}{2,}|https?:\/\/\S+|\bwww\.\S+/u,
    /(?:(?<!\S)\p{Lu}[.:]? ?)?(?<![\p{L}\d])\+\d[\d\s()./–-]{6,}\d/u,
    // `T 016 55 50 11`, `BE 0412.345.678`, `0044 7700 900123`
    /(?:(?<!\S)\p{Lu}{1,2}[.:]? ?)?(?<![\p{L}\p{N}(.-])\(?0\d{1,4}\)?(?:(?:[ .-]\d{2,6}){2,5}|[ -]\d{5,8})(?![\d-])/u,
    /(?<!\S)\(\d{2,5}\)\s?\d[\d\s.-]{4,}\d|\((?:mobile|mob|cell|office|work|home|direct|fax)\)/u,
    // `Mon-Fri 7:00-15:30`, `Open until 9 PM`
    /(?:\p{L}{2,4}\.?\s?[-–]\s?\p{L}{2,4}\.?:?\s)?(?<!\d)\d{1,2}[:.]\d{2}(?:\s?[ap]m)?\s?[-–]\s?\d{1,2}[:.]\d{2}(?:\s?[ap]m)?/u,
    /(?<![\p{L}\p{N}])(?:Mon?|Tue|Wed|Thu|Di|Mi|Do|Lun?)\.?\s?[-–]\s?(?:Fri?|Sat?|Sun?|So|Do|Vie|Ven|Sáb)\b\.?/u,
    /\b(?:[Oo]pens?|[Cc]lose[sd]?)\b[^,;\n]{0,20}?\b\d{1,2}(?::\d{2})?\s?(?:[AaPp]\.?[Mm]\b|Uhr)/u,
    // `8-14 h.`
    /(?<![\p{L}\p{N}])\d{1,2}\s?[-–]\s?\d{1,2}\s?(?:h|hs|hrs|Uhr|godz)(?!\p{L})\.?/u,
    /\([A-Z]{3,4}\)/u,
  ]
    .map(({ source }) => source)
    .join('|')})`,
  'u',
);
/** Returns a text without mail addresses, telephone numbers and times. */
export function withoutContacts(text: string): string {
  return text.replace(new RegExp(CONTACT.source, 'gu'), ' | ');
}

const AIRPORT_IN_BRACKETS = /^\([A-Z]{3,4}\)$/;

/** Splits an address, from left to right. */
export function splitAddress(address: string): AddressPart[] {
  return withPlainDigits(address)
    .replace(CONGO, 'Congo $1')
    .replace(COUNTRY_BEFORE, '$2, $1')
    .replace(SINGAPORE_POSTCODE, 'Singapore $1$2')
    .replace(SHORT_BESIDE_STROKE, (_, link: string, letter?: string) =>
      letter ? `${link}. ${letter}.` : `${link}. `,
    )
    .replace(LONDON_BOROUGH, '$1, London')
    .replace(CITY_AND_COUNTY, '')
    .replace(IN_BRACKETS, (text) => text.replace(/[,;]/g, ') ('))
    .replace(CALLE, 'Calle ')
    .replace(POSTCODE_APART, ' $1')
    .replace(POSTCODE_IN_BRACKETS, ' $1 ')
    .replace(EAST_ASIAN_POSTCODE, '$& ')
    .replace(EAST_ASIAN_LABEL, ', ')
    .split(CONTACT)
    .flatMap((text, at, all) => (at % 2 === 1 ? contactOf(text) : partsBefore(text, all[at + 1])));
}

/** The parts before a contact, without the word before it that says so: `Ph: +91 40 2355 1234`. */
function partsBefore(text: string, contact = ''): AddressPart[] {
  const label = /\P{Z}+$/u.exec(text.trimEnd());
  const isLabel =
    contact !== '' && !AIRPORT_IN_BRACKETS.test(contact) && label && LABEL_WORDS.has(fold(label[0]));
  return isLabel ? [...partsOf(text.slice(0, label.index)), partOf('contact', label[0])] : partsOf(text);
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

function contactOf(text: string): AddressPart[] {
  return [partOf(AIRPORT_IN_BRACKETS.test(text) ? 'code' : 'contact', text)];
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
  const words = text
    .trim()
    .replace(/(?<=\p{L})[.:](?=\d)/gu, '. ')
    // `(2e verd.)`
    .replace(/[()]/g, ' $& ')
    .split(/\s+/);
  const parts: AddressPart[] = [];
  let rest: string[] = [];
  const cut = () => {
    const named = rest.join(' ');
    const whole = fold(named);
    if (whole !== '') parts.push({ whole, runs: piecesOf(named.replace(DUTCH_POSTCODE, '/ $1')) });
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

/** The runs between strokes and brackets. */
function piecesOf(named: string): AddressRun[] {
  return named
    .split(/\/|(?=[()])/)
    .flatMap((piece) =>
      piece.startsWith('(')
        ? runsOf(piece.slice(1)).map((run) => ({ ...run, isInBrackets: true }))
        : runsOf(piece.replace(/^\)/, '')),
    );
}

const NUMBER = /^#?[\p{L}]{0,2}-?\p{N}{1,4}\p{L}{0,2}(?:[-–/.]?[\p{N}\p{Lu}]+)*[.:]?$/u;
const LETTER = /^(?:\p{Lu}|[IVX]{1,4})[.:]?$/u;
const ORDINAL =
  /^(?:\p{N}{1,3}|[IVX]{1,4})(?:[.:]?(?:st|nd|rd|th|er|re|e|è?me|do|da|ro|ra|to|ta|mo|[ºª°oa]|-?й))?\.?$/u;
const HOUSE_NUMBER = /^\p{N}+$/u;
const UNIT_ALONE = /^(?:#\p{N}[\p{N}-]*|\p{N}{1,3}\/F|\p{Lu}[동棟栋座])$/u;
// Longer than any postcode: `TRN 100123456700003`.
const LONG_NUMBER = /^\d{10,}$/;
const MARK = /^\P{Ll}+$/u;
const MAX_MARK_LETTERS = 3;
// `VAT GB 123 4567 89`
const COUNTRY_CODE = /^[A-Z]{2}$/;
const NUMBER_WORD = new Set(['no', 'nr', 'num', 'numero', 'n', 'नं']);

/** What begins at a word and has a number, with the count of its words; `undefined` and 1 if nothing does. */
function numberedPart(words: readonly string[], at: number): [part: PartKind | undefined, length: number] {
  const word = words[at] ?? '';
  // `PO 4500128833 / line 20`
  const canBeNumbered = words.length === 2 || word.length <= MAX_MARK_LETTERS;
  if (canBeNumbered && at === 0 && MARK.test(word) && LONG_NUMBER.test(words[1] ?? '')) return ['contact', 2];
  if (UNIT_ALONE.test(word)) return ['unit', 1];
  for (const length of [3, 2, 1]) {
    const mark = fold(words.slice(at, at + length).join(' '));
    if (at + length > words.length || mark === '') continue;
    const isPerson = PERSON_LABELS.has(mark) && words[at + length - 1]?.endsWith(':');
    if ((ADDRESSEE_WORDS.has(mark) || isPerson) && at + length < words.length) {
      const end = words.indexOf('/', at);
      return ['contact', (end < 0 ? words.length : end) - at];
    }
    if (INDOOR_WORDS.has(mark)) return ['unit', length];
    if (POSTCODE_WORDS.has(mark) && HAS_DIGIT.test(words[at + length] ?? '')) return ['unit', length];
    if (CONTACT_WORDS.has(mark)) {
      const marks = words.slice(at + length).findIndex((each) => !CONTACT_WORDS.has(fold(each)));
      // `tel. kom. 601 555 014`
      const labelled = length + Math.max(0, marks);
      const prefixed = COUNTRY_CODE.test(words[at + labelled] ?? '') ? labelled + 1 : labelled;
      const digits = digitsFrom(words, at + prefixed, 5);
      if (digits > 0) return ['contact', prefixed + digits];
      if (at + length === words.length && PHONE_WORDS.has(mark)) return ['contact', length];
    }
    if (BOX_WORDS.has(mark)) {
      const digits = digitsFrom(words, at + length, 1);
      if (digits > 0) return ['unit', length + digits];
    }
    if (UNIT_WORDS.has(mark)) {
      const numbered = NUMBER_WORD.has(fold(words[at + length] ?? '')) ? at + length + 1 : at + length;
      const next = words[numbered] ?? '';
      const isNumber = NUMBER.test(next) && next.replace(/\P{N}/gu, '').length < (/\D/.test(next) ? 9 : 5);
      // `вх. Б`, but not the initials of a name
      const isDotted = words[at + length - 1]?.endsWith('.') && !next.endsWith('.');
      if (isNumber || ((mark.length > 2 || isDotted) && LETTER.test(next)))
        return ['unit', numbered + 1 - at];
    }
  }
  // `845 piso 2` is a house and a floor.
  const isHouse = HOUSE_NUMBER.test(word) && NUMBER.test(words[at + 2] ?? '');
  if (!isHouse && ORDINAL.test(word) && FLOOR_WORDS.has(fold(words[at + 1] ?? ''))) return ['unit', 2];
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
// `29-4-12` is no postcode.
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
    if (folded !== '' && !POSTAL.has(folded)) {
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
  const cuts = cutAtMarks(words, short).filter((each) => each.length > 0);
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
