import { isInside, overlaps, type Run } from './address-spans.js';
import type { Candidate, Context } from './context.js';
import { holds, isCountry } from './name-index.js';
import { METROPOLIS_PEOPLE, VILLAGE_PEOPLE } from './place-sizes.js';
import { namesTwoTowns } from './two-towns.js';

const CITY_SHARE = 0.5;

/** Whether other words could name a place in the country that is called like its capital. */
function isCountryMeant(
  { facts, span, place }: Candidate,
  runs: readonly Run[],
  candidates: readonly Candidate[],
): boolean {
  const others = runs.filter(
    (run) => run !== span.run && run.part === 'name' && run.before === '' && run.after === '',
  );
  if (candidates.some((each) => each.place.id === place.id && !overlaps(each.span, span))) return false;
  return others.length > 0 || (facts.run === undefined && span.run.words.length > span.end - span.start);
}

/** Why nothing is found, although the best candidate can be good; `undefined` if nothing speaks against it for certain. */
export function refusalOf(
  best: Candidate,
  candidates: readonly Candidate[],
  context: Context,
  address: string,
): string | undefined {
  const { facts, place, span } = best;
  const { mentions, text } = context;
  if (isTicket(best, address)) return 'the word begins a ticket code';
  // `Xyz, Mexico` is not Mexico City.
  const country = text.spans
    .filter((each) => each === span || isInside(span, each))
    .flatMap(({ areas }) => areas.find((area) => isCountry(area) && area.id === place.country) ?? [])[0];
  const hasArea = facts.country || facts.code || facts.region || facts.county;
  if (
    country &&
    !hasArea &&
    place.seat === 2 &&
    place.people < CITY_SHARE * country.people &&
    isCountryMeant(best, text.runs, candidates)
  )
    return 'the text names only a country';
  if (facts.againstCountry) return 'the text names another country';
  const countries = mentions.filter(
    ({ isCode, isFirm, areas, span: each }) =>
      !isCode &&
      isFirm &&
      areas.some((area) => isCountry(area) && area.code === 0) &&
      !overlaps(each, span) &&
      each.run.part === 'name',
  );
  if (
    countries.some((one) =>
      countries.some(
        (other) =>
          one !== other &&
          !one.areas.some((area) => other.areas.some((each) => holds(area, each) || holds(each, area))),
      ),
    )
  )
    return 'the text names two countries';
  if (
    place.own === 0 &&
    place.people < VILLAGE_PEOPLE &&
    span.places.some(
      ({ country: each, own, people }) => own === 1 && people >= METROPOLIS_PEOPLE && each !== place.country,
    )
  )
    return 'a large town elsewhere has that name';
  return namesTwoTowns(context) ? 'the text names two towns' : undefined;
}

function isTicket({ span }: Candidate, address: string): boolean {
  const start = /^[A-Z]{2,8}(?=[-_#]?\d)/.exec(address)?.[0] ?? /^\p{Lu}{2,8}(?=-\d)/u.exec(address)?.[0];
  return start !== undefined && start.toLowerCase() === span.name && span.run.at === 0;
}
