import type { Result, StoreUnavailable } from '@ops-admin/core';
import { attempt } from '../attempt.js';
import type { ReferenceDatabase } from '../file/open-reference.js';
import type { AirportCounts } from './index-airports.js';

/** Where the airports of a reference file come from. */
export interface AirportSource {
  /** Who made the data, and how it came here. */
  readonly source: string;
  /** The day the data is of, `YYYY-MM-DD`, or empty where the source does not say. */
  readonly date: string;
  /** Licences, and who is to be named. */
  readonly attribution: string;
  /** What the file was made of; equal fingerprints mean equal airports. */
  readonly fingerprint: string;
}

/** What the service knows of its airport database. */
export interface AirportReferenceInfo extends AirportSource, AirportCounts {}

/** Reads what is known of the airports in an open reference file. Errors: `store-unavailable`. */
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
