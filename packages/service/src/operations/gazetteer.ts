import {
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
  /** Returns what it finds in a text, with the best candidates; other providers are not used. */
  explain(text: string): ResultAsync<GazetteerExplanation, InvalidAddress | StoreUnavailable>;
}

export function gazetteerOf(reference: ReferenceData): Gazetteer {
  return {
    explain: (text) =>
      okAsync(undefined)
        .andThen(() => parseAddress(text))
        .andThen((address) =>
          airportMeant(reference, address).andThen((airport) =>
            airport
              ? okAsync({
                  location: foundAirport(airport),
                  candidates: [],
                  acceptance: undefined,
                  refusal: undefined,
                })
              : reference.explain(address),
          ),
        ),
  };
}
