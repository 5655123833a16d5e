import { NO_PLACE_WORDS } from '@ops-admin/core/adapter';
import { isInside, overlaps, type Span } from './address-spans.js';
import { areaFacts, isLikeRegion } from './area-facts.js';
import type { Candidate, Context } from './context.js';
import { liesIn, type NamedPlace } from './name-index.js';
import { LARGE_PEOPLE, METROPOLIS_PEOPLE, VILLAGE_PEOPLE } from './place-sizes.js';
import { DISTRICT_WORDS, isHouseNumber, isStreet, QUARTER_WORDS } from './place-words.js';
import { postcodeFacts } from './postcode-facts.js';
import { NATURE_WORDS } from './text-words.js';
import { type Fact, type Facts, SCORE, sum } from './weights.js';

const DISTRICT_PEOPLE = 50_000;
// Before a larger town than the one that is meant: `Potsdam bei Berlin`.
const NEAR_WORDS = new Set('near bei'.split(' '));
const HOTEL_WORDS = new Set('inn suites hotel hotels lodge express'.split(' '));
// A lake or river next to a town: `Bregenz am Bodensee`.
const BESIDE =
  /^ (?:am|an der|an d|a d|a m|a n|a rh|ob der|o d|od|odt|im|in der|in|i br|i d|bei|b|vor der|v d|sur|sous|upon|nad|pod)(?: |$)/;

/** The facts about a place under the name of a span. */
export function candidateOf(span: Span, place: NamedPlace, context: Context, typo = false): Candidate {
  const { run, start, end, name } = span;
  const facts: Facts<Fact> = {};
  const isEnd = end === run.words.length;
  const isWholeRun = (start === 0 && isEnd) || name === run.name.join(' ');
  const isWhole = isWholeRun && run.isWholePart && run.before === '' && run.after === '';
  facts.people = Math.log10(Math.max(1, place.people) + 1) * (place.own ? 1 : 0.92);
  // GeoNames has names of its own in Latin letters only.
  if (place.own === 1 || (!/[a-z]/.test(name) && place.people >= LARGE_PEOPLE)) {
    facts.own = 1;
    if (place.people >= LARGE_PEOPLE) facts.foremost = 1;
  }
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
  facts.later = Math.min(8, run.at);
  for (const fact of areaFacts(span, place, context)) facts[fact] = 1;
  postcodeFacts(span, place, context, facts);
  if (isStreetRun || (isStreet(run.words.slice(start)) && (!isEnd || !place.own)))
    facts.street = (isEnd || start === 0) && place.people >= LARGE_PEOPLE ? 0.35 : 1;
  if (NEAR_WORDS.has(run.words[start - 1] ?? '')) facts.nearby = 1;
  const next = run.words[end] ?? '';
  if (NATURE_WORDS.has(next) && run.words[end + 1] !== 'area') facts.nature = 1;
  if (
    isEnd &&
    isHouseNumber(run.after) &&
    !facts.besidePostcode &&
    (facts.country === undefined || context.postcodes.some(({ isSure }) => isSure))
  )
    facts.numbered = 1;
  if (NO_PLACE_WORDS.has(name) || (QUARTER_WORDS.has(name) && !isWhole)) facts.everyday = 1;
  if (HOTEL_WORDS.has(next)) facts.brand = 1;
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
    !(isWhole && context.text.runs.length === 1 && place.people >= METROPOLIS_PEOPLE) &&
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
function isStrong({ places, areas }: Span, { mentions }: Context): boolean {
  if (areas.some(({ code }) => code === 0)) return true;
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
