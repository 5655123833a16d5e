import type { Result, StoreUnavailable } from '@ops-admin/core';
import { attempt } from '../attempt.js';
import type { ReferenceDatabase } from '../file/open-reference.js';

/** Where the gazetteer of a reference file comes from. */
export interface GazetteerSource {
  /** The authors of the data, and its source. */
  readonly source: string;
  /** The day of the newest change of a place at GeoNames, `YYYY-MM-DD`. */
  readonly date: string;
  /** Licences, and who must be named. */
  readonly attribution: string;
  /** Identifies the sources; equal fingerprints mean equal gazetteers. */
  readonly fingerprint: string;
}

/** How much a gazetteer holds. */
export interface GazetteerCounts {
  readonly places: number;
  /** Pairs of a place and a folded name. */
  readonly names: number;
}

/** Facts about the gazetteer. */
export interface GazetteerReferenceInfo extends GazetteerSource, GazetteerCounts {}

/** Reads the facts about the gazetteer in an open reference file. Errors: `store-unavailable`. */
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
