import { isInside } from './address-spans.js';
import type { Candidate, Context } from './context.js';
import { isCountry } from './name-index.js';
import { METROPOLIS_PEOPLE, VILLAGE_PEOPLE } from './place-sizes.js';
import { namesTwoTowns } from './two-towns.js';

const CITY_SHARE = 0.5;

/** Why nothing is found, although the best candidate can be good; `undefined` if nothing speaks against it for certain. */
export function refusalOf(best: Candidate, context: Context, address: string): string | undefined {
  const { facts, place, span } = best;
  const { text } = context;
  if (isTicket(best, address)) return 'the word begins a ticket code';
  // `Xyz, Mexico` is not Mexico City.
  const country = text.spans
    .filter((each) => each === span || isInside(span, each))
    .flatMap(({ areas }) => areas.find((area) => isCountry(area) && area.id === place.country) ?? [])[0];
  const isAlone = context.text.runs.every((run) => run === span.run || run.part !== 'name');
  if (
    country &&
    !facts.country &&
    !facts.code &&
    place.seat === 2 &&
    place.people < CITY_SHARE * country.people &&
    !isAlone
  )
    return 'the text names only a country';
  if (facts.againstCountry) return 'the text names another country';
  if (
    place.own === 0 &&
    place.people < VILLAGE_PEOPLE &&
    span.places.some(({ country: each, people }) => people >= METROPOLIS_PEOPLE && each !== place.country)
  )
    return 'a large town elsewhere has that name';
  return namesTwoTowns(context, address) ? 'the text names two towns' : undefined;
}

function isTicket({ span }: Candidate, address: string): boolean {
  const start =
    /^#?([A-Z]{2,8})(?=[-_#]?\d)/.exec(address)?.[1] ?? /^#?(\p{Lu}{2,8})(?=-\d)/u.exec(address)?.[1];
  return start !== undefined && start.toLowerCase() === span.name && span.run.at === 0;
}
