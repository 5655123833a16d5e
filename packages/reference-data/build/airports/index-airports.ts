import type { Airport } from '@ops-admin/core';
import type { AirportCounts } from '../../dist/airports/airport-reference-info.js';
import type { OfficialAirport } from './clean-airport.ts';

/** Every code with its airport, in the order of the codes. */
export interface AirportIndex<Indexed extends Airport = Airport> {
  readonly byCode: ReadonlyMap<string, Indexed>;
  readonly counts: AirportCounts;
}

/**
 * Gives each code to one airport. IATA and ICAO codes never collide, because they differ in length. If airports claim the
 * same code, the order is: ICAO assigned it, the most prominent, the first given.
 */
export function indexAirports(airports: Iterable<OfficialAirport>): AirportIndex<OfficialAirport> {
  const owners = new Map<string, OfficialAirport>();
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
    byCode: new Map(codes),
    counts: {
      airports: new Set(owners.values()).size,
      iataCodes,
      icaoCodes: codes.length - iataCodes,
    },
  };
}

function outranks(claimant: OfficialAirport, owner: OfficialAirport, code: string): boolean {
  if (code === claimant.icao && claimant.icaoIsOfficial !== owner.icaoIsOfficial)
    return claimant.icaoIsOfficial;
  return claimant.prominence > owner.prominence;
}
