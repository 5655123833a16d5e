import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAddress } from '../../packages/core/dist/index.js';

const LISTS = join(import.meta.dirname, '../../packages/reference-data/test/gazetteer');
const NEAR_KM = 25;

/** Returns the lists of texts with their right answers, each with its name. Every other text is held out: no weight is fitted on it. */
export function readLists(folder = LISTS) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.tsv'))
    .map((file) => ({
      name: file.replace(/\.tsv$/, ''),
      queries: readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map(toQuery),
    }));
}

function toQuery(line, at) {
  const [kind = '', written = '', country = '', where = '', state] = line.split('\t');
  const degrees = /^(-?[\d.]+) (-?[\d.]+)$/.exec(where);
  return {
    kind,
    text: written.replaceAll('\\n', '\n').replaceAll('\\t', '\t'),
    country,
    cities: degrees ? [] : where.split('|').map((city) => city.trim()),
    near: degrees ? [Number(degrees[1]), Number(degrees[2])] : undefined,
    state,
    isHeldOut: at % 2 === 1,
  };
}

/** Returns a text as the operations pass it to the gazetteer. */
export function asAddress(text) {
  return parseAddress(text)._unsafeUnwrap();
}

/** Returns `right`, `wrong`, `not found` or `invented` for an answer to a query. */
export function judge({ country, cities, near, state }, found, fold) {
  if (country === '') return found ? 'invented' : 'right';
  if (!found) return 'not found';
  const isThere =
    found.country === country &&
    (state === undefined || found.state === state) &&
    (near
      ? kilometresBetween([found.lat, found.long], near) <= NEAR_KM
      : cities.some((city) => fold(city) === fold(found.city)));
  return isThere ? 'right' : 'wrong';
}

export function kilometresBetween([lat, long], other) {
  const radians = Math.PI / 180;
  const half = (degrees) => Math.sin((degrees * radians) / 2) ** 2;
  const chord =
    half(other[0] - lat) + Math.cos(lat * radians) * Math.cos(other[0] * radians) * half(other[1] - long);
  return 2 * 6_371 * Math.asin(Math.sqrt(chord));
}
