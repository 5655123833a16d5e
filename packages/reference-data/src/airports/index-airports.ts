import type { Location } from '@ops-admin/core';
import type { Airport } from './clean-airport.js';

/** How much the airport database holds. */
export interface AirportCounts {
  /** Airports that have at least one code to themselves. */
  readonly airports: number;
  readonly iataCodes: number;
  readonly icaoCodes: number;
}

/** Every code with its location, in the order of the codes. */
export interface AirportIndex {
  readonly locations: ReadonlyMap<string, Location>;
  readonly counts: AirportCounts;
}

/**
 * Gives each code to one airport. IATA and ICAO codes never meet, as they differ in length. Of airports that claim the
 * same code, one to which ICAO assigned it comes first, then the most prominent, then the first given.
 */
export function indexAirports(airports: Iterable<Airport>): AirportIndex {
  const owners = new Map<string, Airport>();
  for (const airport of airports) {
    for (const code of [airport.iata, airport.icao]) {
      if (code === '') continue;
      const owner = owners.get(code);
      if (!owner || outranks(airport, owner, code)) owners.set(code, airport);
    }
  }
  const codes = [...owners].sort(([one], [other]) => (one < other ? -1 : 1));
  const iataCodes = codes.filter(([code]) => code.length === 3).length;
  return {
    locations: new Map(codes.map(([code, { location }]) => [code, location])),
    counts: {
      airports: new Set(owners.values()).size,
      iataCodes,
      icaoCodes: codes.length - iataCodes,
    },
  };
}

function outranks(claimant: Airport, owner: Airport, code: string): boolean {
  if (code === claimant.icao && claimant.icaoIsOfficial !== owner.icaoIsOfficial)
    return claimant.icaoIsOfficial;
  return claimant.prominence > owner.prominence;
}
