import { fold } from '../dist/gazetteer/fold.js';
import { type GeoNamesPlace, isListed } from './geonames-place.ts';

/** Whether a text could be an airport's code. */
const LIKE_CODE = /^[a-z0-9]{3,4}$/;
// `isTownMeant` asks for no smaller ones.
const MIN_PEOPLE = 15_000;

/** The people of the largest town of each name that could be an airport's code, in the order of the names. */
export function townNames(places: readonly GeoNamesPlace[]): ReadonlyMap<string, number> {
  const people = new Map<string, number>();
  for (const place of places) {
    if (!isListed(place) || place.feature === 'PPLX' || place.population < MIN_PEOPLE) continue;
    for (const name of [place.name, place.ascii, place.name.replace(/\s*\(.*?\)/g, '')].map(fold)) {
      if (LIKE_CODE.test(name)) people.set(name, Math.max(place.population, people.get(name) ?? 0));
    }
  }
  return new Map([...people].sort(([one], [other]) => (one < other ? -1 : 1)));
}
