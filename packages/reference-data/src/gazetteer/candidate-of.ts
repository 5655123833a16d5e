import { NO_PLACE_WORDS } from '@ops-admin/core/adapter';
import { isInside, overlaps, type Span } from './address-spans.js';
import { areaFacts, isLikeRegion } from './area-facts.js';
import type { Candidate, Context } from './context.js';
import { liesIn, type NamedPlace } from './name-index.js';
import { LARGE_PEOPLE, METROPOLIS_PEOPLE, VILLAGE_PEOPLE } from './place-sizes.js';
import { DISTRICT_WORDS, isHouseNumber, isStreet, QUARTER_WORDS } from './place-words.js';
import { postcodeFacts } from './postcode-facts.js';
import { COMPANY_WORDS, NATURE_WORDS } from './text-words.js';
import { type Fact, type Facts, SCORE, sum } from './weights.js';

const DISTRICT_PEOPLE = 50_000;
// Before a larger town than the one that is meant: `Potsdam bei Berlin`.
const NEAR_WORDS = new Set('near bei'.split(' '));
const HOTEL_WORDS = new Set('inn suites hotel hotels lodge express'.split(' '));
// What is beside a town: `Bregenz am Bodensee`.
const BESIDE =
  /^ (?:am|an der|an d|a d|a m|a n|a rh|ob der|o d|od|odt|im|in der|in|i br|i d|bei|b|vor der|v d|sur|sous|upon|nad|pod)(?: |$)/;

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
  if (NEAR_WORDS.has(run.words[start - 1] ?? '')) facts.nearby = 1;
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
    !(isWhole && place.people >= METROPOLIS_PEOPLE) &&
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
