import type { Result, StoreUnavailable } from '@ops-admin/core';
import { attempt } from '../attempt.js';
import type { ReferenceDatabase } from '../file/open-reference.js';

/** Where the gazetteer of a reference file comes from. */
export interface GazetteerSource {
  /** Who made the data, and how it came here. */
  readonly source: string;
  /** The newest day on which one of the places was changed at GeoNames, `YYYY-MM-DD`. */
  readonly date: string;
  /** Licences, and who is to be named. */
  readonly attribution: string;
  /** What it was made of; equal fingerprints mean equal gazetteers. */
  readonly fingerprint: string;
}

/** How much a gazetteer holds. */
export interface GazetteerCounts {
  readonly places: number;
  /** Pairs of a place and a folded name. */
  readonly names: number;
}

/** What the service knows of its gazetteer. */
export interface GazetteerReferenceInfo extends GazetteerSource, GazetteerCounts {}

/** Reads what is known of the gazetteer in an open reference file. Errors: `store-unavailable`. */
export function readGazetteerReferenceInfo(
  database: ReferenceDatabase,
): Result<GazetteerReferenceInfo, StoreUnavailable> {
  return attempt(
    database,
    () =>
      database
        .prepare('SELECT source, date, attribution, fingerprint, places, names FROM gazetteer_meta')
        .get() as GazetteerReferenceInfo,
  );
}
