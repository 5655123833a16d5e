import type { Span } from './address-spans.js';
import type { Context } from './context.js';
import { liesIn, type NamedPlace } from './name-index.js';
import { PLAIN_POSTCODE, regionsOf } from './postcodes.js';
import type { Fact, Facts } from './weights.js';

/** 1 if a postcode of the text is of the place's region, -1 if only of other regions of its country, 0 if nothing is known. */
export function postcodeRegion(place: NamedPlace, { postcodes, reader }: Context): number {
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

/** Whether digits next to a name are a postcode of the country of a place. */
export function isPostcodeOf(
  { country }: NamedPlace,
  digits: string,
  { postcodes, reader }: Context,
): boolean {
  const like = postcodes.filter(({ code, isSure }) => digits === (isSure ? PLAIN_POSTCODE : code));
  return like.length > 0 && like.every(({ countries }) => countries.has(reader.countryCode(country)));
}

/** Adds the facts about a place that the postcodes of a text say. */
export function postcodeFacts(span: Span, place: NamedPlace, context: Context, facts: Facts<Fact>): void {
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
  else if (forms.some(({ code }) => code.length > 4 && (code === run.before || code === run.after)))
    facts.againstForm = 1;
  const region = postcodeRegion(place, context);
  if (region > 0) facts.postcodeRegion = 1;
  else if (region < 0) facts.againstPostcode = 1;
}
