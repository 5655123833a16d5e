import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Location } from '@ops-admin/core';
import { fold } from '../../dist/gazetteer/fold.js';

/** A typed text, and the place it means. */
export interface Query {
  /** The kind of a text, for a hit rate per kind. */
  readonly kind: string;
  readonly text: string;
  /** Two letters; empty where nothing should be found. */
  readonly country: string;
  /** What the city may be called, or the degrees north and east that it lies near. */
  readonly cities: readonly string[];
  readonly near: readonly [lat: number, long: number] | undefined;
  /** The region, given only where the same name is found in several. */
  readonly state: string | undefined;
}

const NEAR_KM = 25;

/** The queries of a file in this folder. */
export function readQueries(
  file:
    | 'development.tsv'
    | 'fresh-frozen.tsv'
    | 'fresh.tsv'
    | 'frozen.tsv'
    | 'letters-frozen.tsv'
    | 'mixed-frozen.tsv'
    | 'pasted-frozen.tsv'
    | 'readings.tsv'
    | 'strangers-2.tsv'
    | 'strangers-frozen.tsv'
    | 'two-places.tsv',
): Query[] {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Query => {
      const [kind = '', written = '', country = '', where = '', state] = line.split('\t');
      const text = written.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
      const degrees = /^(-?[\d.]+) (-?[\d.]+)$/.exec(where);
      return {
        kind,
        text,
        country,
        cities: degrees ? [] : where.split('|').map((city) => city.trim()),
        near: degrees ? [Number(degrees[1]), Number(degrees[2])] : undefined,
        state,
      };
    });
}

/** Whether the found place is the intended one. */
export function isHit({ country, cities, near, state }: Query, found: Location | undefined): boolean {
  if (country === '' || !found) return (country === '') === !found;
  return (
    found.country === country &&
    (state === undefined || found.state === state) &&
    (near
      ? kilometresBetween([found.lat, found.long], near) <= NEAR_KM
      : cities.some((city) => fold(city) === fold(found.city)))
  );
}

function kilometresBetween([lat, long]: readonly [number, number], other: readonly [number, number]): number {
  const radians = Math.PI / 180;
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const chord =
    half(other[0] - lat) + Math.cos(lat * radians) * Math.cos(other[0] * radians) * half(other[1] - long);
  return 2 * 6_371 * Math.asin(Math.sqrt(chord));
}
