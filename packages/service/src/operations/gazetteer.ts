import {
  type Airport,
  type InvalidAddress,
  okAsync,
  parseAddress,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { airportMeant, foundAirport } from '@ops-admin/core/operations';
import type { GazetteerExplanation, ReferenceData } from '@ops-admin/reference-data';

/** The airports and the offline gazetteer. */
export interface Gazetteer {
  /** What it finds in a text, what its parts were read as, and by which rules; other providers are not used. */
  explain(text: string): ResultAsync<GazetteerExplanation, InvalidAddress | StoreUnavailable>;
}

/** {@link Gazetteer} of opened reference data. */
export function gazetteerOf(reference: ReferenceData): Gazetteer {
  return {
    explain: (text) =>
      okAsync(undefined)
        .andThen(() => parseAddress(text))
        .andThen((address) =>
          airportMeant(reference, address).andThen((airport) =>
            airport ? okAsync(explainAirport(address, airport)) : reference.explain(address),
          ),
        ),
  };
}

function explainAirport(address: string, airport: Airport): GazetteerExplanation {
  const words = address.toLowerCase();
  const example = '`LHR`, and `lhr` where no town has that name';
  return {
    location: foundAirport(airport),
    decisions: [{ part: 'code', words, rule: 'airport-code', example, action: 'take-airport' }],
  };
}
