import { NO_PLACE_WORDS } from '@ops-admin/core/adapter';
import type { Run } from './address-spans.js';
import { AIRPORT, airportNames, isAirportWord } from './airport-words.js';
import type { Context } from './context.js';
import { fold } from './fold.js';
import { isCountry, type NamedAirport } from './name-index.js';

const TOWN_PEOPLE = 15_000;
const CODE = /^[a-z]{3}$/;

/**
 * The airport that a text names: by a name next to a word that says so, by a name that no town has (`Stansted`), or by its code next to its
 * name or town (`Milano MXP`).
 */
export function airportIn(context: Context): NamedAirport | undefined {
  const runs = context.text.runs.filter(({ part }) => part === 'name' || part === 'code');
  const isSaid = runs.some(({ words }) => airportNames(words).length > 0);
  for (const run of runs) {
    const found = isSaid ? saidIn(run, context) : alone(run, context);
    if (found) return found;
  }
  for (const run of runs) {
    const coded = codedIn(run, context, isSaid);
    if (coded) return coded;
  }
  return undefined;
}

function saidIn({ words }: Run, context: Context): NamedAirport | undefined {
  const names = airportNames(words);
  for (const name of names) {
    const [town] = context.reader.places(name.join(' '));
    const [first] = agreeing(context.reader.airports(name.join(' ')), context).filter(
      ({ country, large }) => large === 1 || !town || context.reader.countryCode(town.country) === country,
    );
    if (first) return first;
  }
  return undefined;
}

/** `Heathrow`, but not `Narita`, which is a town, too. */
function alone({ words }: Run, context: Context): NamedAirport | undefined {
  const name = words.join(' ');
  if (NO_PLACE_WORDS.has(name) || context.reader.areas(name).length > 0) return undefined;
  const [first] = agreeing(context.reader.airports(name), context).filter(({ large }) => large === 1);
  const isTown = context.reader.places(name).some(({ people }) => people >= TOWN_PEOPLE);
  // `Indira Gandhi` is a person.
  const isNamed = words.length === 1 || (first !== undefined && name.includes(fold(first.city)));
  return isTown || !isNamed ? undefined : first;
}

/** `Toronto Pearson (YYZ)`, `Barcelona BCN`, `Denver International Airport, DEN` */
function codedIn(
  { words, capitals, part }: Run,
  context: Context,
  isSaid: boolean,
): NamedAirport | undefined {
  // `JFK Airport`
  const first = words.slice(1).every(isAirportWord) && words.length > 1 && capitals[0] ? words[0] : undefined;
  if (first && CODE.test(first)) return context.reader.airport(first.toUpperCase());
  const at = words.length - 1;
  const word = words[at] ?? '';
  if (!CODE.test(word) || context.isLoud || !(capitals[at] || part === 'code')) return undefined;
  const airport = context.reader.airport(word.toUpperCase());
  if (!airport) return undefined;
  const isItsName = (name: readonly string[]) =>
    context.reader.airports(name.join(' ')).some(({ code }) => code === airport.code);
  const hasItsName = context.text.runs.some((each) => airportNames([...each.words, AIRPORT]).some(isItsName));
  const isNear = context.text.spans.some(({ name, places }) =>
    places.some(
      (place) =>
        name !== word && Math.abs(place.lat - airport.lat) < 0.6 && Math.abs(place.long - airport.long) < 0.8,
    ),
  );
  return (hasItsName || isNear) && (isSaid || words.length > 1 || part === 'code') ? airport : undefined;
}

/** The airports that lie in the countries that the text names for sure; all if it names none. */
function agreeing(airports: readonly NamedAirport[], { mentions, reader }: Context): readonly NamedAirport[] {
  return airports.filter(({ country }) =>
    mentions.every(
      ({ areas, isFirm }) =>
        !isFirm ||
        !areas.some(isCountry) ||
        areas.some((area) => reader.countryCode(area.country) === country),
    ),
  );
}
