import { overlaps, type Span } from './address-spans.js';
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
import { LARGE_PEOPLE } from './place-sizes.js';
import type { Fact } from './weights.js';

/** The evidence of the areas in a text for a place under the name of a span. */
export function areaFacts(span: Span, place: NamedPlace, { mentions }: Context): Set<Fact> {
  const facts = new Set<Fact>();
  const against = new Set<Fact>();
  for (const { span: where, areas, isCode, isFirm } of mentions) {
    if (overlaps(where, span)) continue;
    // A county that is called like the town says nothing.
    const held = areas.filter((area) => liesIn(place, area) && !(isCounty(area) && where.name === span.name));
    const isAfter = where.run.at > span.run.at || (where.run === span.run && where.start >= span.end);
    if (held.length > 0) {
      if (isCode) facts.add(held.every(isCounty) ? 'countyCode' : 'code');
      else if (held.some((area) => area.id === place.country)) facts.add('country');
      else if (!held.some((area) => area.id === place.region)) facts.add('county');
      // `Buffalo, New York, NY` is a part of the town New York.
      else if (
        !mentions.some(
          (each) =>
            each.isCode &&
            each.areas.some(({ id }) => id === place.region) &&
            where.places.some(({ own, region }) => own === 1 && region === place.region),
        )
      )
        facts.add('region');
      continue;
    }
    if (!isFirm || where.name === span.name) continue;
    if (isCode) against.add('againstCode');
    else if (areas.some(isCountry)) against.add('againstCountry');
    else if (areas.some((area) => !isCounty(area))) {
      if (areas.some(({ people }) => people > 3 * place.people)) against.add('againstRegion');
    } else if (isAfter && !areas.some(({ region }) => region === place.region)) against.add('againstCounty');
  }
  return new Set([...facts, ...against]);
}

// `Georgia`, `Ontario` and `Texas` do not mean a town: so many times the people of the town has the area of its name.
const REGION_TO_TOWN = 40;
const REGION_TO_SMALL_TOWN = 5;
const COUNTY_TO_TOWN = 15;

/** Whether the name of a span is rather that of a region, next to which the town is small. */
export function isLikeRegion({ areas, name }: Span, place: NamedPlace, context: readonly Mention[]): boolean {
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
  const times = largest.people / Math.max(1, weight);
  if (liesIn(place, largest))
    return !(isCounty(largest) || times <= REGION_TO_TOWN || (place.seat === 1 && !isCountry(largest)));
  if (isLarge) return times > REGION_TO_TOWN;
  return times > (isCounty(largest) ? COUNTY_TO_TOWN : REGION_TO_SMALL_TOWN);
}
