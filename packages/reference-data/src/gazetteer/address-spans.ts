import { fold } from './fold.js';
import { isCountry, type NamedArea, type NamedPlace, type NameReader } from './name-index.js';
import { type AddressPart, type AddressRun, splitAddress } from './split-address.js';

/** A run of an address with its place in the text. */
export interface Run extends AddressRun {
  readonly at: number;
  /** Whether no other words stand between the two nearest separators. */
  readonly isWholePart: boolean;
}

/** One to six words side by side that name something. */
export interface Span {
  readonly run: Run;
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly areas: readonly NamedArea[];
  readonly places: readonly NamedPlace[];
}

/** A text as the index knows it. */
export interface AddressSpans {
  readonly runs: readonly Run[];
  readonly spans: readonly Span[];
}

const MAX_RUNS = 40;
const MAX_WORDS = 6;
// Addresses have fewer; what follows is ignored.
const MAX_TEXT_WORDS = 60;
const NAMING = new Set(['name', 'town', 'region', 'district', 'street']);

/** Splits an address, and looks every span of one to six words up. Throws what the index throws. */
export function spansOf(address: string, reader: NameReader): AddressSpans {
  const runs = withTurnedNames(splitAddress(address), reader)
    .flatMap(({ whole, runs: pieces }) => {
      // `6th of October City`, `Biel/Bienne`
      const words = whole.split(' ');
      const first = pieces[0];
      const isJoined =
        (pieces.length > 1 || words.length > (first?.words.length ?? 0)) &&
        words.length <= MAX_WORDS &&
        first !== undefined &&
        reader.places(whole).some(({ section }) => section === 0);
      const joined = isJoined
        ? [{ ...first, part: 'name' as const, words, name: words, before: '', after: '' }]
        : pieces.flatMap((piece) => eastAsianRuns(piece, reader));
      return joined.map((run) => ({ ...withPart(run, reader), isWholePart: joined.length === 1 }));
    })
    .slice(-MAX_RUNS)
    .map((run, at) => ({ ...run, at }));
  let words = 0;
  const short = runs.filter((run) => {
    words += run.words.length;
    return words <= MAX_TEXT_WORDS;
  });
  return { runs: short, spans: short.flatMap((run) => spansOfRun(run, reader)) };
}

/** `Korea, Republic of` in one part. */
function withTurnedNames(parts: readonly AddressPart[], reader: NameReader): AddressPart[] {
  return parts.flatMap((part, at) => {
    const next = parts[at + 1];
    const before = parts[at - 1];
    const isTurned = (one: AddressPart | undefined, two: AddressPart | undefined) =>
      one !== undefined &&
      two !== undefined &&
      / of$| of the$/.test(two.whole) &&
      reader.areas(`${one.whole} ${two.whole}`).length > 0;
    if (isTurned(before, part)) return [];
    const [first] = part.runs;
    if (!first || !isTurned(part, next)) return [part];
    const whole = `${part.whole} ${next?.whole}`;
    const words = whole.split(' ');
    return [
      {
        whole,
        runs: [{ ...first, part: 'name', words, name: words, capitals: words.map(() => false), after: '' }],
      },
    ];
  });
}

/** `Chester-le-Street` only looks like a street. */
function withPart(run: AddressRun, reader: NameReader): AddressRun {
  const { part, words } = run;
  if (part !== 'street' && part !== 'district' && part !== 'region') return run;
  const isPlace = reader.places(words.join(' ')).some(({ section }) => section === 0);
  return isPlace ? { ...run, part: 'name', name: words } : run;
}

function spansOfRun(run: Run, reader: NameReader): Span[] {
  if (!NAMING.has(run.part)) return [];
  const spans: Span[] = [];
  const { words } = run;
  for (let start = 0; start < words.length; start += 1) {
    for (let end = Math.min(words.length, start + MAX_WORDS); end > start; end -= 1) {
      const text = words.slice(start, end).join(' ');
      const plain = withoutElision(withoutUnit(text, reader), reader);
      // `Sgo. del Estero` is a region, and its town.
      for (const name of new Set([plain, writtenOut(plain, run, reader)])) {
        const places = reader.places(name);
        const areas = reader.areas(name);
        if (places.length + areas.length > 0) spans.push({ run, start, end, name, places, areas });
      }
    }
  }
  return spans;
}

// Words that are often short, with or without a dot.
const SHORT = new Map(
  Object.entries({
    s: 'san,sao,santa,santo,sant',
    sto: 'santo',
    sta: 'santa',
    sn: 'san',
    cd: 'ciudad',
    pta: 'punta',
    pto: 'puerto,porto',
    gral: 'general',
    n: 'nizhniy,north,нижний,novo',
    н: 'нижний,новый,набережные',
    наб: 'набережные',
    с: 'санкт',
    b: 'bad,banja',
    k: 'kota',
    v: 'vila,velikiy,великий',
    r: 'rio',
    p: 'palma,port,puerto',
    stgo: 'santiago',
    gt: 'great',
    gd: 'grand',
    sgo: 'santiago',
    bg: 'berg',
    nw: 'new',
  }).map(([short, long]) => [short, long.split(',').map(fold)]),
);

/** A name with its short words written out, if only that is known: `san benedetto del tronto`. */
function writtenOut(name: string, { short }: AddressRun, reader: NameReader): string {
  const words = name.split(' ');
  if (words.length < 2 || reader.places(name).length > 0) return name;
  const at = words.findIndex((word) => SHORT.has(word));
  const forms = (SHORT.get(words[at] ?? '') ?? []).map((word) => words.with(at, word).join(' '));
  // `E. Alfaro` is a person.
  const isInitial = words.length === 2 && words[0]?.length === 1;
  if (short && !isInitial && words.some((word) => short.has(word)))
    forms.push(...reader.longer(words, short));
  const people = (form: string) => Math.max(0, ...reader.places(form).map((place) => place.people));
  const [known] = forms.filter((form) => people(form) > 0).sort((one, other) => people(other) - people(one));
  return known ?? name;
}

/** `Aix` of `d’Aix` */
function withoutElision(name: string, reader: NameReader): string {
  const bare = name.replace(/^[dl](?=[aeiou])/, '');
  return bare !== name && reader.places(name).length === 0 && reader.areas(name).length === 0 ? bare : name;
}

// The endings of provinces and of towns in Chinese, Japanese and Korean.
const UNIT = /^.{2,}?(?:자치시|광역시|특별시|自治[区區]|[省県县縣府都道市区區郡町村시도군구])/u;
const EAST_ASIAN = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー]{2,}$/u;
const ENDING = /(?:자치시|광역시|특별시|[省県县縣府都市区區町시도군구])$/u;
// `南京路` is a street.
const STREET = /^(?:[东西南北中東]?(?:路|街|大道|大街)|로(?!$)|길)/u;
const COUNTRY_LENGTHS = [7, 4, 3, 2];
const NAME_LENGTHS = [4, 3, 2];
const PIECE_PEOPLE = 100_000;

/** Whether words are in the characters of addresses that go from the large to the small. */
export function isEastAsian(text: string): boolean {
  return EAST_ASIAN.test(text);
}

function withoutUnit(name: string, reader: NameReader): string {
  if (
    !isEastAsian(name) ||
    name.length < 3 ||
    reader.places(name).length > 0 ||
    reader.areas(name).length > 0
  )
    return name;
  return name.replace(ENDING, '');
}

/** The country, province, town and quarter of words that are written without blanks: `中国浙江杭州西湖区`. */
function eastAsianRuns(run: AddressRun, reader: NameReader): AddressRun[] {
  if (!run.words.some(isEastAsian)) return [run];
  const pieces = run.words.flatMap((word) => (isEastAsian(word) ? piecesOf(word, reader) : [word]));
  return pieces.map((piece, at) => ({
    ...run,
    part: 'name',
    words: [piece],
    name: [piece],
    capitals: [false],
    after: at === pieces.length - 1 ? run.after : '',
  }));
}

function piecesOf(word: string, reader: NameReader): string[] {
  const pieces: string[] = [];
  let rest = word;
  const country = COUNTRY_LENGTHS.map((length) => rest.slice(0, length)).find(
    (name) => name.length < rest.length && reader.areas(name).some(isCountry),
  );
  if (country !== undefined) {
    pieces.push(country);
    rest = rest.slice(country.length);
  }
  while (rest.length > 1) {
    const [unit] = UNIT.exec(rest) ?? [];
    const prefix = NAME_LENGTHS.map((length) => rest.slice(0, length)).find(
      (name) =>
        name.length < rest.length &&
        !STREET.test(rest.slice(name.length)) &&
        (reader.areas(name).length > 0 || reader.places(name).some(({ people }) => people >= PIECE_PEOPLE)),
    );
    const piece = prefix ?? unit ?? rest;
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return pieces;
}

/** Whether words overlap. */
export function overlaps(one: Span, other: Span): boolean {
  return one.run === other.run && one.start < other.end && other.start < one.end;
}

/** Whether a span is a part of a longer one. */
export function isInside(one: Span, other: Span): boolean {
  return (
    one.run === other.run &&
    one.start >= other.start &&
    one.end <= other.end &&
    one.end - one.start < other.end - other.start
  );
}
