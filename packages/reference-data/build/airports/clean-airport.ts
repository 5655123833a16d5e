import type { Airport } from '@ops-admin/core';
import { createLocation } from '@ops-admin/core/adapter';
import type { OurAirportsRow } from './ourairports-row.ts';
import { isUnassigned, type RegionNames, regionName } from './region-name.ts';
import { settlementName } from './settlement-name.ts';

/** An open airport with at least one code, with the names of OurAirports in `location`. */
export interface OfficialAirport extends Airport {
  /** Three letters in upper case, or empty. */
  readonly iata: string;
  /** Four letters and digits in upper case, or empty. */
  readonly icao: string;
  /** Whether ICAO assigned `icao`; otherwise it is the code that pilots use instead. */
  readonly icaoIsOfficial: boolean;
  /** How well known the airport is, 0 and up; if two airports claim a code, the better known keeps it. */
  readonly prominence: number;
  readonly name: string;
  readonly municipality: string;
  /** ISO 3166-2, or OurAirports' own code; empty if the region is unassigned. */
  readonly region: string;
}

// From the least to the best known.
const TYPES = [
  'balloonport',
  'heliport',
  'seaplane_base',
  'small_airport',
  'medium_airport',
  'large_airport',
];

/**
 * Makes an airport of an OurAirports row, or `undefined` if nobody can look it up: it is closed, has no code, or has
 * impossible coordinates. The ICAO code is `icao_code`, otherwise a `gps_code` of four characters. `ident` and `local_code`
 * are not used, because they equal codes of other airports.
 */
export function cleanAirport(row: OurAirportsRow, regions: RegionNames): OfficialAirport | undefined {
  if (row.type === 'closed' || row.type === 'closed_airport') return undefined;
  const iata = codeIn(row.iata_code, /^[A-Z]{3}$/);
  const official = codeIn(row.icao_code, /^[A-Z0-9]{4}$/);
  const icao = official || codeIn(row.gps_code, /^[A-Z0-9]{4}$/);
  if (iata === '' && icao === '') return undefined;
  const location = createLocation({
    city: settlementName(row.municipality),
    state: regionName(row.iso_region, regions),
    country: row.iso_country.trim(),
    lat: degreesIn(row.latitude_deg),
    long: degreesIn(row.longitude_deg),
  });
  if (location.isErr()) return undefined;
  const isScheduled = row.scheduled_service === 'yes';
  const { name, municipality } = row;
  const region = row.iso_region.trim();
  return {
    iata,
    icao,
    icaoIsOfficial: official !== '',
    prominence: (isScheduled ? TYPES.length : 0) + TYPES.indexOf(row.type) + 1,
    isLarge: row.type === 'large_airport',
    isScheduled,
    location: location.value,
    name,
    municipality,
    region: isUnassigned(region, regions) ? '' : region,
  };
}

function codeIn(text: string, pattern: RegExp): string {
  const code = text.trim().toUpperCase();
  return pattern.test(code) ? code : '';
}

function degreesIn(text: string): number {
  // Number('') is 0, a place off the coast of Ghana.
  return text.trim() === '' ? Number.NaN : Number(text);
}
