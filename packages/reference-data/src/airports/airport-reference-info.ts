import type { Result, StoreUnavailable } from '@ops-admin/core';
import { attempt } from '../attempt.js';
import type { ReferenceDatabase } from '../file/open-reference.js';

/** Where the airports of a reference file come from. */
export interface AirportSource {
  /** The authors of the data, and its source. */
  readonly source: string;
  /** The day of the data, `YYYY-MM-DD`, or empty if the source does not say. */
  readonly date: string;
  /** Licences, and who must be named. */
  readonly attribution: string;
  /** Identifies the sources; equal fingerprints mean equal airports. */
  readonly fingerprint: string;
}

/** How much the airport database holds. */
export interface AirportCounts {
  /** Airports that have at least one code of their own. */
  readonly airports: number;
  readonly iataCodes: number;
  readonly icaoCodes: number;
}

/** Facts about the airport database. */
export interface AirportReferenceInfo extends AirportSource, AirportCounts {}

/** Reads the facts about the airports in an open reference file. Errors: `store-unavailable`. */
export function readAirportReferenceInfo(
  database: ReferenceDatabase,
): Result<AirportReferenceInfo, StoreUnavailable> {
  return attempt(
    database,
    () =>
      database
        .prepare(
          `SELECT source, date, attribution, fingerprint,
                  airports, iata_codes AS iataCodes, icao_codes AS icaoCodes
             FROM airport_meta`,
        )
        .get() as AirportReferenceInfo,
  );
}
