import { airportNames } from '../dist/gazetteer/airport-words.js';
import { fold } from '../dist/gazetteer/fold.js';
import { namesOfKind } from './names.ts';

// OurAirports has hardly any in the scripts of East Asia, and few in Cyrillic.
const LOCAL_NAMES = namesOfKind('airport');

/** Further names of airports by code: local ones, and those keywords of OurAirports that say that they are names of airports. */
export function otherAirportNames(keywords: ReadonlyMap<string, string>): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [code, text] of keywords) {
    const named = text.split(/[,;]/).filter((each) => airportNames(fold(each).split(' ')).length > 0);
    if (named.length > 0) names.set(code, named);
  }
  for (const [code, local] of LOCAL_NAMES) names.set(code, [...(names.get(code) ?? []), ...local]);
  return names;
}
