import type { Airport, Location } from '@ops-admin/core';
import type { ReferenceDatabase } from '../file/open-reference.js';

/** The codes of the current airports; true if city and region are known. */
export type TodaysCodes = ReadonlyMap<string, boolean>;

/** How much of the current airports is in the renewed ones. */
export interface AirportShare {
  readonly of: 'IATA codes' | 'ICAO codes' | 'codes with a city and a region';
  readonly today: number;
  /** For codes, the current ones that still exist; for names, their number. */
  readonly renewed: number;
}

/** The share of the current codes and names that renewed airports must have. */
const MIN_SHARE = 0.9;

/** Reads the codes of an open reference file. Throws what SQLite throws. */
export function readCodes(database: ReferenceDatabase): TodaysCodes {
  const rows = database.prepare('SELECT code, city, state FROM airport').all() as Named[];
  return new Map(rows.map((row) => [row.code, isNamed(row)]));
}

/**
 * Compares the codes themselves: as many others do not replace them. Names are counted, so that a cut list of regions is
 * noticed.
 */
export function sharesOf(today: TodaysCodes, renewed: ReadonlyMap<string, Airport>): AirportShare[] {
  const codesOf = (length: number) => [...today.keys()].filter((code) => code.length === length);
  const kept = (of: AirportShare['of'], codes: readonly string[]): AirportShare => ({
    of,
    today: codes.length,
    renewed: codes.filter((code) => renewed.has(code)).length,
  });
  return [
    kept('IATA codes', codesOf(3)),
    kept('ICAO codes', codesOf(4)),
    {
      of: 'codes with a city and a region',
      today: [...today.values()].filter(Boolean).length,
      renewed: [...renewed.values()].filter(({ location }) => isNamed(location)).length,
    },
  ];
}

/** Whether there is enough. */
export function isEnough({ today, renewed }: AirportShare): boolean {
  return renewed >= MIN_SHARE * today;
}

type Named = { readonly code: string } & Pick<Location, 'city' | 'state'>;

function isNamed({ city, state }: Pick<Location, 'city' | 'state'>): boolean {
  return city !== '' && state !== '';
}
