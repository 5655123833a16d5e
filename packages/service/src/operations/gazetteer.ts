import {
  type InvalidAddress,
  okAsync,
  parseAddress,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import type { GazetteerExplanation, ReferenceData } from '@ops-admin/reference-data';

/** Only the offline gazetteer. */
export interface Gazetteer {
  /** What it finds in a text, and by which rules; airport codes and other providers are not used. */
  explain(text: string): ResultAsync<GazetteerExplanation, InvalidAddress | StoreUnavailable>;
}

/** {@link Gazetteer} of opened reference data. */
export function gazetteerOf(reference: ReferenceData): Gazetteer {
  return {
    explain: (text) =>
      okAsync(undefined)
        .andThen(() => parseAddress(text))
        .andThen((address) => reference.explain(address)),
  };
}
