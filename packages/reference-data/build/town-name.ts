import { writtenTownName } from '../dist/gazetteer/written-name.js';
import type { GeoNamesPlace } from './geonames-place.ts';
import { namesOfKind } from './names.ts';

const ANSWERS = namesOfKind('answer');
// Countries where GeoNames adds `City` to names that do without it.
const WITH_CITY = new Set(['AE', 'AU', 'CN', 'ID', 'KR', 'NZ', 'PH', 'TW']);
const BELONGS = new Set(['Cebu City', 'Quezon City']);

/** A town's name in answers, without a second one and without a suffix of administration: `Cologne`, `Biel`, `Makati`; but `Quezon City`. */
export function townName(place: GeoNamesPlace): string {
  return answerName(place) ?? writtenTownName(bareName(place), place.ascii);
}

/** A town's well-known name as people write it: `Suwon` of `Suwon-si`. */
export function commonTownName(place: GeoNamesPlace): string {
  return answerName(place) ?? bareName(place);
}

function answerName({ country, name }: GeoNamesPlace): string | undefined {
  return ANSWERS.get(`${country} ${name}`)?.[0];
}

function bareName({ alternates, country, name }: GeoNamesPlace): string {
  const bare = name.replace(/^(\p{L}{2,})-(?:si|shi)$/u, '$1');
  if (bare !== name && ['JP', 'KP', 'KR'].includes(country)) return bare;
  const rest = name.replace(/ City$/, '');
  return WITH_CITY.has(country) && !BELONGS.has(name) && alternates.includes(rest) ? rest : name;
}
