import { FIRST_NAMES, NO_PLACE_WORDS } from '@ops-admin/core/adapter';
import { type AddressSpans, isEastAsian, type Run, type Span } from './address-spans.js';
import { fold } from './fold.js';
import {
  ABBREVIATION,
  FOREIGN_NAME,
  holds,
  isCountry,
  isCounty,
  kilometresBetween,
  liesIn,
  type NamedArea,
  type NamedPlace,
  type NameReader,
} from './name-index.js';
import { PLAIN_POSTCODE, type Postcode, regionsOf } from './postcodes.js';
import { spellings } from './spellings.js';
import { isStreet } from './street-words.js';
import { COMPANY_WORDS, NATURE_WORDS, VENUE_WORDS } from './text-words.js';
import { type Fact, type Facts, SCORE, sum } from './weights.js';

/** A town that a span of a text can mean, with what speaks for and against it. */
export interface Candidate {
  readonly span: Span;
  readonly place: NamedPlace;
  readonly facts: Facts<Fact>;
  readonly score: number;
}

/** An area that a text names. */
export interface Mention {
  readonly span: Span;
  readonly areas: readonly NamedArea[];
  /** Whether only a code in capitals, or in the place of one, names it. */
  readonly isCode: boolean;
  /** Whether it stands where an area stands, so that a town outside of it is hardly meant. */
  readonly isFirm: boolean;
}

/** What all candidates of a text share. */
export interface Context {
  readonly text: AddressSpans;
  readonly postcodes: readonly Postcode[];
  readonly mentions: readonly Mention[];
  readonly reader: NameReader;
  /** Whether all letters of the text are capitals, so that they say nothing. */
  readonly isLoud: boolean;
}

const MAX_CANDIDATES = 60;
const MAX_NAMESAKES = 6;
const MAX_OF_SPAN = 16;
const MAX_SPANS = 40;
const MAX_MENTIONS = 16;

/** The towns that a text can mean, the best first. */
export function candidatesOf(context: Context): Candidate[] {
  const spans = context.text.spans.filter(({ places }) => places.length > 0).slice(-MAX_SPANS);
  const found = spans.flatMap((span) =>
    span.places
      .filter(
        (place, at) =>
          at < MAX_NAMESAKES ||
          context.mentions.some(({ areas }) =>
            areas.some((area) => !isCountry(area) && liesIn(place, area)),
          ) ||
          (at < 5 * MAX_NAMESAKES &&
            context.mentions.some(({ areas }) => areas.some((area) => liesIn(place, area)))) ||
          postcodeRegion(place, context) > 0,
      )
      .slice(0, MAX_OF_SPAN)
      .map((place) => candidateOf(span, place, context)),
  );
  return best([...found, ...misspelt(context), ...coded(context)]);
}

const SITES = new Set('office hub site dc depot warehouse plant branch campus hq team'.split(' '));
const NEAR_AIRPORT_KM = 60;

/** The towns of airports whose codes stand for them beside a postcode or an area: `08007 BCN`, `BLR office, India`. */
function coded(context: Context): Candidate[] {
  const { isLoud, mentions, postcodes, reader, text } = context;
  if (isLoud || (mentions.length === 0 && postcodes.length === 0)) return [];
  return text.runs.flatMap((run) => {
    const [word = '', ...rest] = run.words;
    if (
      run.part !== 'name' ||
      !/^[a-z]{3}$/.test(word) ||
      !run.capitals[0] ||
      !rest.every((each) => SITES.has(each))
    )
      return [];
    const airport = reader.airport(word.toUpperCase());
    const span = { run, start: 0, end: run.words.length, name: word, areas: [], places: [], isBare: false };
    return (airport ? reader.places(fold(airport.city)) : [])
      .filter(
        (place) =>
          place.people >= LARGE_PEOPLE && kilometresBetween(place, airport ?? place) <= NEAR_AIRPORT_KM,
      )
      .map((place) => candidateOf(span, place, context));
  });
}

function best(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort((one, other) => other.score - one.score).slice(0, MAX_CANDIDATES);
}

/** Whether words overlap. */
export function overlaps(one: Span, other: Span): boolean {
  return one.run === other.run && one.start < other.end && other.start < one.end;
}

function isInside(one: Span, other: Span): boolean {
  return (
    one.run === other.run &&
    one.start >= other.start &&
    one.end <= other.end &&
    one.end - one.start < other.end - other.start
  );
}

// The old quarter of many towns.
const QUARTER_WORDS = new Set('medina centro centre altstadt mitte zentrum'.split(' '));

const WEAK_CODES = new Set(
  'ag sa co kg as ab nv bv sl se si pb de la le el al in at on or me my to is no so do du da di do st rd dr ave'.split(
    ' ',
  ),
);

/** The areas that a text names, each as a whole and where it stands. */
export function mentionsOf(text: AddressSpans, isLoud: boolean): Mention[] {
  const all = allMentions(text, isLoud).slice(-MAX_MENTIONS);
  const countries = all
    .filter(
      ({ isCode, isFirm, areas, span }) =>
        isFirm &&
        (!isCode || span.name.length === 3) &&
        areas.every((area) => isCountry(area) || area.code === ABBREVIATION),
    )
    .flatMap(({ areas }) => areas.filter(isCountry));
  if (countries.length === 0) return all;
  // The `Plateau` of Nigeria is not meant where another country is named.
  return all.map((mention) => {
    const held = mention.areas.filter((area) => countries.some((country) => holds(country, area)));
    return held.length > 0
      ? { ...mention, areas: held }
      : mention.areas.some(isCountry)
        ? mention
        : { ...mention, isFirm: false };
  });
}

function allMentions({ spans }: AddressSpans, isLoud: boolean): Mention[] {
  const named = spans.filter(({ areas }) => areas.length > 0);
  return named
    .filter(
      (span) =>
        !named.some(
          (other) =>
            isInside(span, other) && !other.isBare && !other.areas.every(({ code }) => code === ABBREVIATION),
        ),
    )
    .flatMap((span): Mention[] => {
      const { run, start, end, name, areas } = span;
      const isLast = end === run.words.length;
      const isWhole = start === 0 && isLast;
      const isLatin = /^[a-z]+$/.test(name);
      const isShort = isLatin && name.length <= 3;
      const isCapital = run.capitals.slice(start, end).every(Boolean) && !isLoud;
      const isStreetName = run.part === 'street' || run.part === 'district';
      const full = areas.filter(({ code }) => code !== ABBREVIATION && !(isShort && !isCapital && !isWhole));
      const codes = areas.filter(({ code }) => code === ABBREVIATION || isShort);
      if (
        QUARTER_WORDS.has(name) ||
        (!isWhole && NO_PLACE_WORDS.has(name) && (start === 0 || !FIRST_NAMES.has(name)))
      )
        return [];
      const hasHouse = isHouseNumber(run.after) && isLast;
      const mentions: Mention[] = [];
      const isCodePlace =
        isCapital || isWhole || (isLast && !(WEAK_CODES.has(name) && !isLoud)) || run.part === 'region';
      if (isShort) {
        if (isCodePlace && codes.length > 0)
          mentions.push({
            span,
            areas: codes,
            isCode: true,
            isFirm:
              !isStreetName &&
              !hasHouse &&
              (isCapital || isLoud) &&
              (isWhole || isLast) &&
              !WEAK_CODES.has(name) &&
              (name.length === 2 || codes.some(isCountry)),
          });
        return mentions;
      }
      const isInStreet = isStreetName && !(isLast && run.words.length > 2 && run.part === 'district');
      if (isInStreet && !full.some(isCountry)) return mentions;
      if ((DIRECTIONS.has(name) || DISTRICT_WORDS.has(name)) && !isWhole) return mentions;
      const all = areas;
      const isForeign = all.every(({ code }) => code === FOREIGN_NAME);
      if (all.length > 0)
        mentions.push({
          span,
          areas: all,
          isCode: full.length === 0 && name.length <= 5,
          isFirm: !isStreetName && !hasHouse && (isWhole || (isLast && !isForeign)) && !span.isBare,
        });
      return mentions;
    });
}

function isHouseNumber(digits: string): boolean {
  return digits !== '' && digits.length <= 4;
}

const DIRECTIONS = new Set(
  'north south east west central centre nord sud est ouest norte sur oeste centro الشرقية الغربية الشمالية الجنوبية northern southern eastern western new upper lower'.split(
    ' ',
  ),
);

// `Georgia`, `Ontario` and `Texas` do not mean a town: so many times the people of the town has the area of its name.
const REGION_TO_TOWN = 40;
const REGION_TO_SMALL_TOWN = 5;
const COUNTRY_TO_TOWN = 5;
const COUNTY_TO_TOWN = 15;
const LARGE_PEOPLE = 100_000;

function isLikeRegion({ areas, name, run }: Span, place: NamedPlace, context: readonly Mention[]): boolean {
  const weight = /[a-z]/.test(name) ? place.weight : place.people;
  const isLarge = weight >= LARGE_PEOPLE;
  const held = context
    .map(({ areas: named }) => named.filter((area) => liesIn(place, area)))
    .filter(({ length }) => length > 0);
  const [largest] = areas
    .filter(
      (area) =>
        area.code !== ABBREVIATION &&
        !(isLarge && area.code === FOREIGN_NAME) &&
        !(held.length > 0 && isCounty(area)),
    )
    .filter((area) => held.every((outer) => outer.some((each) => holds(each, area))))
    .sort((one, other) => other.people - one.people);
  if (largest === undefined) return false;
  if (place.seat === 2) return false;
  // `Chicoutimi (Québec)`
  if (run.isInBrackets && !isCounty(largest)) return true;
  const times = largest.people / Math.max(1, weight);
  if (liesIn(place, largest))
    return !(isCounty(largest) || times <= REGION_TO_TOWN || (place.seat === 1 && !isCountry(largest)));
  if (isCountry(largest)) return times > COUNTRY_TO_TOWN;
  if (isLarge) return times > REGION_TO_TOWN;
  return times > (isCounty(largest) ? COUNTY_TO_TOWN : REGION_TO_SMALL_TOWN);
}

/** 1 if a postcode of the text is of the place's region, -1 if only of other regions of its country, 0 if nothing is known. */
function postcodeRegion(place: NamedPlace, { postcodes, reader }: Context): number {
  const country = reader.countryCode(place.country);
  let found = 0;
  for (const postcode of postcodes) {
    if (!postcode.countries.has(country)) continue;
    const regions = regionsOf(country, postcode);
    if (regions.length === 0) continue;
    const isIn = regions.some((name) => reader.areas(name).some((area) => liesIn(place, area)));
    if (isIn) return 1;
    found = -1;
  }
  return found;
}

/** The facts about a place under the name of a span. */
export function candidateOf(span: Span, place: NamedPlace, context: Context, typo = false): Candidate {
  const { run, start, end, name } = span;
  const facts: Facts<Fact> = {};
  const nameWords = run.name.length;
  const offset = run.words.length - nameWords;
  const isEnd =
    end === run.words.length || (run.part === 'town' && end === Math.max(...[offset + nameWords]));
  const isWholeRun =
    (start === 0 && end === run.words.length) ||
    (run.part !== 'name' && end - start === nameWords && name === run.name.join(' '));
  const isWhole = isWholeRun && run.isWholePart && run.before === '' && run.after === '';
  facts.people = Math.log10(Math.max(1, place.people) + 1) * (place.own || !/[a-z]/.test(name) ? 1 : 0.92);
  // GeoNames has names of its own in Latin letters only.
  const isOwn = place.own === 1 || (!/[a-z]/.test(name) && place.weight > 1 && place.people >= LARGE_PEOPLE);
  if (isOwn) {
    facts.own = 1;
    if (place.people >= LARGE_PEOPLE || place.seat === 2) facts.foremost = 1;
  } else if (place.weight === 1 && place.people >= LARGE_PEOPLE) facts.quarterName = 1;
  if (place.seat === 2) facts.capital = 1;
  const rest = run.words.slice(end);
  const isPostalDistrict =
    start === 0 &&
    rest.length === 1 &&
    /^(?:[a-z]{1,2}|[ivx]{1,5})$/.test(rest[0] ?? '') &&
    run.capitals[end] === true;
  const isDistrictWord =
    place.people >= DISTRICT_PEOPLE &&
    start === 0 &&
    rest.length > 0 &&
    rest.every((word) => DISTRICT_WORDS.has(word));
  const isBeside =
    isPostalDistrict || isDistrictWord || (start === 0 && !isWholeRun && BESIDE.test(` ${rest.join(' ')}`));
  const isStreetRun = run.part === 'street' && !isBeside;
  if (isWhole && !isStreetRun) facts.whole = 1;
  else if ((isWholeRun || isBeside || run.head === name) && !isStreetRun) facts.run = 1;
  else if (isEnd) facts.end = 1;
  else if (start === 0) facts.start = 1;
  if (end - start > 1) facts.word = end - start - 1;
  if (run.part === 'town' && isWholeRun) facts.town = 1;
  facts.later = Math.min(8, run.at);
  for (const fact of areaFacts(span, place, context)) facts[fact] = 1;
  postcodeFacts(span, place, context, facts);
  if (isStreetRun || (isStreet(run.words.slice(start)) && (!isEnd || !place.own))) {
    const isAtEdge =
      (isEnd && end - start < run.words.length - 1) || (start === 0 && run.words.length - end > 1);
    facts.street = isAtEdge && place.people >= LARGE_PEOPLE ? 0.35 : isAtEdge ? 0.6 : 1;
  }
  if (run.part === 'district') facts.district = 1;
  const next = run.words[end] ?? '';
  if (
    (NATURE_WORDS.has(next) && run.words[end + 1] !== 'area') ||
    (isEnd && start > 0 && NATURE_WORDS.has(run.words[start - 1] ?? ''))
  )
    facts.nature = 1;
  if (
    isEnd &&
    isHouseNumber(run.after) &&
    !facts.besidePostcode &&
    !(run.after.length < 3 && place.people >= LARGE_PEOPLE) &&
    (facts.country === undefined || context.postcodes.some(({ isSure }) => isSure))
  )
    facts.numbered = 1;
  if (
    NO_PLACE_WORDS.has(name) ||
    (QUARTER_WORDS.has(name) && !isWhole) ||
    (QUARTER_WORDS.has(name) &&
      context.text.runs.length > 1 &&
      place.people >= LARGE_PEOPLE &&
      facts.country === undefined)
  )
    facts.everyday = 1;
  if (HOTEL_WORDS.has(next) && end + 1 < run.words.length) facts.brand = 1;
  if (COMPANY_WORDS.has(next) && next.length > 2) facts.everyday = 1;
  if (run.isLower) facts.lower = 1;
  if (isInLonger(span, context)) facts.inLonger = 1;
  if (
    facts.postcodeRegion === undefined &&
    isLikeRegion(
      span,
      place,
      context.mentions.filter((each) => !overlaps(each.span, span)),
    )
  )
    facts.likeRegion = 1;
  if (
    /^[a-z]{1,2}$/.test(name) &&
    !(isWhole && place.people >= 500_000) &&
    facts.region === undefined &&
    facts.country === undefined &&
    facts.county === undefined &&
    facts.postcodeRegion === undefined &&
    facts.besidePostcode === undefined
  )
    facts.twoLetters = 1;
  if (typo) facts.typo = 1;
  if (isDwarfed(span, place, context)) facts.dwarfed = 1;
  return { span, place, facts, score: sum(facts, SCORE) };
}

// Behind a town's name: `Jakarta Selatan`.
const DISTRICT_WORDS = new Set(
  'selatan utara barat timur pusat العاصمة centrale central hbf hauptbahnhof termini station railway bahnhof city town metro metropolitan area centrum center centre cbd downtown kommune kommun municipality kerulet cantt cantonment shi si bay capital region'.split(
    ' ',
  ),
);
const DISTRICT_PEOPLE = 50_000;
const HOTEL_WORDS = new Set('inn suites hotel hotels lodge express'.split(' '));

// What is beside a town: `Bregenz am Bodensee`.
const BESIDE =
  /^ (?:am|an der|an d|a d|a m|a n|a rh|ob der|o d|od|odt|im|in der|in|i br|i d|bei|b|vor der|v d|sur|sous|upon|nad|pod)(?: |$)/;

const LONGER = new WeakMap<Span, boolean>();

function isInLonger(span: Span, context: Context): boolean {
  const known = LONGER.get(span);
  if (known !== undefined) return known;
  const found = context.text.spans.some((other) => isInside(span, other) && isStrong(other, context));
  LONGER.set(span, found);
  return found;
}

/** Whether a longer span names something of its own. */
function isStrong({ places, areas, isBare }: Span, { mentions }: Context): boolean {
  if (areas.some(({ code }) => code === 0) && !isBare) return true;
  return places.some(
    (place) =>
      (place.own === 1 && place.people >= 1000) ||
      place.people >= LARGE_PEOPLE ||
      mentions.some(({ areas: named }) => named.some((area) => liesIn(place, area))),
  );
}

const VILLAGE_PEOPLE = 5_000;
const METROPOLIS_PEOPLE = 500_000;

/** Whether a metropolis of the same country is named behind a village: `Miraflores, Lima, Perú`. */
function isDwarfed(span: Span, place: NamedPlace, { text }: Context): boolean {
  return text.spans.some(
    ({ end, places, run, start }) =>
      (run.at > span.run.at
        ? place.people < VILLAGE_PEOPLE
        : run.at < span.run.at && place.people < DISTRICT_PEOPLE && /^\d{1,2}$/.test(run.after)) &&
      run.part === 'name' &&
      start === 0 &&
      end === run.words.length &&
      places.some(
        ({ country, people, region, section }) =>
          section === 0 &&
          people >= METROPOLIS_PEOPLE &&
          country === place.country &&
          region !== place.region,
      ),
  );
}

const NEXT_RUNS = 2;

function areaFacts(span: Span, place: NamedPlace, { mentions, text }: Context): Set<Fact> {
  const facts = new Set<Fact>();
  const against = new Set<Fact>();
  for (const { span: where, areas, isCode, isFirm } of mentions) {
    if (overlaps(where, span)) continue;
    // A county that is called like the town says nothing.
    const held = areas.filter((area) => liesIn(place, area) && !(isCounty(area) && where.name === span.name));
    const isAfter = where.run.at > span.run.at || (where.run === span.run && where.start >= span.end);
    if (held.length > 0) {
      const isNear =
        (where.run === span.run && where.start === span.end) ||
        (isAfter && where.run.at - span.run.at <= NEXT_RUNS && where.start === 0) ||
        where.end === where.run.words.length;
      if (isCode) facts.add(held.every(isCounty) ? 'countyCode' : isNear ? 'code' : 'loneCode');
      else if (held.some((area) => area.id === place.country)) facts.add('country');
      // `Buffalo, New York, NY` is a part of the town New York.
      const isTown =
        mentions.some(
          (each) =>
            each.isCode &&
            each.span.run.at > where.run.at &&
            each.areas.some(({ id }) => id === place.region),
        ) && isTownOf(where, place);
      if (!isCode && held.some((area) => area.id === place.region && area.id !== place.country))
        facts.add(isTown ? 'loneCode' : 'region');
      else if (!isCode && held.some((area) => isCounty(area))) facts.add('county');
      continue;
    }
    if (!isFirm || where.name === span.name || (isAfter && isEastAsian(where.name))) continue;
    if (isCode) against.add('againstCode');
    else if (areas.some(isCountry) && !isTownToo(where, text)) against.add('againstCountry');
    else if (areas.some((area) => !isCounty(area))) {
      if (isAfter || areas.some(({ people }) => people > 3 * place.people)) against.add('againstRegion');
    } else if (isAfter && !areas.some(({ region }) => region === place.region)) against.add('againstCounty');
  }
  if (facts.has('code')) facts.delete('loneCode');
  return new Set([...facts, ...against]);
}

/** Whether a span is the own name of a metropolis in the region of a place. */
function isTownOf({ places }: Span, { country, region }: NamedPlace): boolean {
  return places.some(
    (each) =>
      each.own === 1 &&
      each.people >= METROPOLIS_PEOPLE &&
      each.country === country &&
      each.region === region,
  );
}

/** Whether the name of a country is that of a large town, too: `Panama`. */
function isTownToo({ places }: Span, _: AddressSpans): boolean {
  return places.some(({ own, people }) => own === 1 && people >= 500_000);
}

function postcodeFacts(span: Span, place: NamedPlace, context: Context, facts: Facts<Fact>): void {
  const { postcodes, reader } = context;
  if (postcodes.length === 0) return;
  const { run, start, end } = span;
  const country = reader.countryCode(place.country);
  const isSure = postcodes.some((each) => each.isSure);
  const isPostcode = (digits: string) => (isSure ? digits === PLAIN_POSTCODE : digits.length >= 4);
  const isBeside =
    (start === 0 && run.before.length >= 4) || (end === run.words.length && isPostcode(run.after));
  if (isBeside) facts.besidePostcode = 1;
  const forms = postcodes.filter(({ countries }) => countries.size > 0);
  if (forms.some(({ countries }) => countries.has(country))) facts.postcodeForm = 1;
  else if (forms.some(({ isSure }) => isSure)) facts.againstLetters = 1;
  else if (forms.some(({ code }) => code.length > 4 && (code === run.before || code === run.after)))
    facts.againstForm = 1;
  const region = postcodeRegion(place, context);
  if (region > 0) facts.postcodeRegion = 1;
  else if (region < 0) facts.againstPostcode = 1;
}

const MAX_TYPO_WORDS = 3;
const MAX_TYPO_RUNS = 4;
const TYPO_PEOPLE = 100_000;

/** Towns whose name has one letter more, less or other than words of the text, within an area or by a postcode that the text has. */
function misspelt(context: Context): Candidate[] {
  const { mentions, postcodes, reader, text } = context;
  const isMarked = ({ part, words }: Run) =>
    part === 'town' ||
    VENUE_WORDS.has(words[0] ?? '') ||
    (part === 'name' && text.runs.some((each) => each.part === 'street'));
  if (mentions.length === 0 && postcodes.length === 0 && !text.runs.some(isMarked)) return [];
  const runs = text.runs.filter(({ part }) => part === 'name' || part === 'town').slice(-MAX_TYPO_RUNS);
  return runs.flatMap((run) =>
    typoSpans(run, text).flatMap((span) => {
      const outer = mentions.filter((each) => !overlaps(each.span, span));
      if (outer.length === 0 && postcodes.length === 0 && !isMarked(run)) return [];
      // It is a place there as it is written.
      if (
        text.spans.some(
          (each) =>
            overlaps(each, span) &&
            each.end - each.start >= span.end - span.start &&
            [...each.places].some(
              (place) =>
                (outer.length === 0 &&
                  (postcodes.length === 0 ||
                    postcodes.some(({ countries }) => countries.has(reader.countryCode(place.country))))) ||
                outer.some(({ areas }) => areas.some((area) => liesIn(place, area))),
            ),
        )
      )
        return [];
      if (mentions.some((each) => overlaps(each.span, span) && !each.isCode)) return [];
      const names = spellings(span.name);
      if (names.length === 0) return [];
      return reader
        .spelled(names)
        .filter((place) => place.own === 1 || place.people >= TYPO_PEOPLE)
        .filter(
          (place) =>
            (isMarked(run) &&
              outer.length === 0 &&
              place.people >= TYPO_PEOPLE &&
              (run.part === 'town' || place.people >= METROPOLIS_PEOPLE)) ||
            outer.some(({ areas }) => areas.some((area) => liesIn(place, area))) ||
            postcodeRegion(place, context) > 0 ||
            (place.people >= TYPO_PEOPLE &&
              postcodes.some(({ countries }) => countries.has(reader.countryCode(place.country)))),
        )
        .map((place) =>
          candidateOf({ ...span, name: place.name, areas: [], places: [place] }, place, context, true),
        );
    }),
  );
}

function typoSpans(run: Run, { spans }: AddressSpans): Span[] {
  const { words } = run;
  const found: Span[] = [];
  for (let length = Math.min(MAX_TYPO_WORDS, words.length); length > 0; length -= 1) {
    for (const start of new Set([0, words.length - length])) {
      if (VENUE_WORDS.has(words[start] ?? '')) continue;
      const name = words.slice(start, start + length).join(' ');
      if (
        !spans.some(
          (span) =>
            span.run === run &&
            span.start === start &&
            span.end === start + length &&
            span.areas.some(({ code }) => code === 0),
        )
      )
        found.push({ run, start, end: start + length, name, areas: [], places: [], isBare: false });
    }
  }
  return found;
}

/** Whether a name before a hyphen is that of a much larger town: `Warszawa-Mokotów`. */
function isHead(other: Candidate, { run, start }: Span, { people }: NamedPlace): boolean {
  const isBefore = run.head === other.span.name || (other.span.start === 0 && other.span.end === start);
  return run === other.span.run && isBefore && other.place.people >= LARGER * people;
}

/** Whether the name is not rather that of a region around the town: `Wien`, but not `Johor`. */
function isOneTown({ place, span }: Candidate): boolean {
  return span.areas.every(({ code, people }) => code !== 0 || people <= 2 * place.people);
}

const QUARTER_KM = 35;
const LARGER = 5;

/** The larger town that a part of a town lies in, if the text names it, too. */
export function parentAmong(
  { place, span }: Candidate,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const isQuarter = place.section === 1 || /[区區구]$/.test(span.run.words[span.start] ?? '');
  return candidates.find(
    (other) =>
      other.place.id !== place.id &&
      ((isQuarter && !overlaps(other.span, span)) ||
        isHead(other, span, place) ||
        (isInside(other.span, span) &&
          (isQuarter || (place.own === 0 && other.place.people >= LARGER * place.people)))) &&
      other.place.section === 0 &&
      (other.place.own === 1 ||
        isHead(other, span, place) ||
        (other.place.people >= METROPOLIS_PEOPLE && isOneTown(other))) &&
      other.place.country === place.country &&
      other.place.people > place.people &&
      kilometresBetween(place, other.place) <= QUARTER_KM,
  );
}
