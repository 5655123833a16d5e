import { isEastAsian, overlaps, type Span } from './address-spans.js';
import type { Context, Mention } from './context.js';
import {
  ABBREVIATION,
  FOREIGN_NAME,
  holds,
  isCountry,
  isCounty,
  liesIn,
  type NamedPlace,
} from './name-index.js';
import { LARGE_PEOPLE, METROPOLIS_PEOPLE } from './place-sizes.js';
import type { Fact } from './weights.js';

const NEXT_RUNS = 2;

/** What the areas that a text names say about a place under the name of a span. */
export function areaFacts(span: Span, place: NamedPlace, { mentions }: Context): Set<Fact> {
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
    else if (areas.some(isCountry) && !isTownToo(where)) against.add('againstCountry');
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
function isTownToo({ places }: Span): boolean {
  return places.some(({ own, people }) => own === 1 && people >= METROPOLIS_PEOPLE);
}

// `Georgia`, `Ontario` and `Texas` do not mean a town: so many times the people of the town has the area of its name.
const REGION_TO_TOWN = 40;
const REGION_TO_SMALL_TOWN = 5;
const COUNTRY_TO_TOWN = 5;
const COUNTY_TO_TOWN = 15;

/** Whether the name of a span is rather that of a region, beside which the town is small. */
export function isLikeRegion(
  { areas, name, run }: Span,
  place: NamedPlace,
  context: readonly Mention[],
): boolean {
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
