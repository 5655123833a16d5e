import { type Airport, err, ok, Result, type ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { type OpenReferenceError, openReference, type ReferenceDatabase } from '../file/open-reference.js';
import type { ReferenceNotWritten } from '../file/replace-file.js';
import { checkReplaceable, writeRenewedReference } from '../file/write-renewed-reference.js';
import type { AirportFilesError } from './airport-files.js';
import { SqliteAirportGazetteer } from './airport-gazetteer.js';
import { airportFilesAt, OFFICIAL_AIRPORTS } from './airport-place.js';
import { type AirportReferenceInfo, readAirportReferenceInfo } from './airport-reference-info.js';
import { type AirportShare, isEnough, readCodes, sharesOf, type TodaysCodes } from './airport-shares.js';
import { type OurAirports, readOurAirports } from './read-ourairports.js';
import { writeAirports } from './write-airport.js';

/** Where renewed airports come from, and their file. */
export interface RenewAirportsOptions {
  /** A folder with the files of OurAirports, or its http or https URL; where OurAirports publishes them unless given. */
  readonly from?: string | undefined;
  /** The renewed reference file, see `LiveReference`; created if it does not exist. */
  readonly file: string;
  /** Accepts the airports even if they are few. */
  readonly force?: boolean;
}

/** What a renewal has changed; codes are sorted. */
export interface AirportRenewal {
  readonly before: AirportReferenceInfo;
  readonly after: AirportReferenceInfo;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** So much is missing that the files are hardly complete; `force` accepts them. */
export interface TooFewAirports {
  readonly type: 'too-few-airports';
  /** The shares that are too small. */
  readonly shares: readonly AirportShare[];
}

/** Why the airports were not renewed; the file in use is unchanged. */
export type RenewAirportsError =
  | AirportFilesError
  | OpenReferenceError
  | ReferenceNotWritten
  | TooFewAirports;

/**
 * Reads the official files, and replaces the renewed reference file by one with their airports; running services use it at
 * once. Its gazetteer is the packaged one, which also names cities and states. If it fails, nothing has changed. Writing
 * blocks the event loop for two seconds. Errors: {@link RenewAirportsError}.
 */
export function renewAirports({
  from = OFFICIAL_AIRPORTS,
  file,
  force = false,
}: RenewAirportsOptions): ResultAsync<AirportRenewal, RenewAirportsError> {
  return airportFilesAt(from)
    .andThen((files) => checkReplaceable(file).map(() => files))
    .asyncAndThen(readOurAirports)
    .andThen((official) =>
      readToday(file).andThen(({ codes, info }) => {
        // The gazetteer names nearly every airport, even if the files lack names.
        const shares = force ? [] : sharesOf(codes, official.airports.byCode);
        const tooSmall = shares.filter((share) => !isEnough(share));
        if (tooSmall.length > 0) return err({ type: 'too-few-airports' as const, shares: tooSmall });
        return inWordsOfGazetteer(official).andThen((renewed) =>
          writeRenewedReference(file, renewed).map(() => renewalOf(info, codes, renewed)),
        );
      }),
    );
}

interface Today {
  readonly info: AirportReferenceInfo;
  readonly codes: TodaysCodes;
}

/** The airports in use; an unusable renewed file does not count. */
function readToday(file: string): Result<Today, OpenReferenceError> {
  return readFrom(file).orElse(() => readFrom());
}

function readFrom(file?: string): Result<Today, OpenReferenceError> {
  return using(file, (database) =>
    readAirportReferenceInfo(database).map((info) => ({ info, codes: readCodes(database) })),
  );
}

/** Of the packaged gazetteer, because the renewed file gets that one. */
function inWordsOfGazetteer(official: OurAirports): Result<OurAirports<Airport>, OpenReferenceError> {
  return using(undefined, (database) =>
    ok({ ...official, airports: writeAirports(official.airports, new SqliteAirportGazetteer(database)) }),
  );
}

/** Reads an open reference file, and closes it; if SQLite throws, the file cannot be read. */
function using<Read>(
  file: string | undefined,
  read: (database: ReferenceDatabase) => Result<Read, StoreUnavailable>,
): Result<Read, OpenReferenceError> {
  return openReference(file).andThen((database) => {
    const done = Result.fromThrowable(() => read(database))().andThen((result) => result);
    database.close();
    return done.mapErr((error) => ({
      type: 'not-a-reference' as const,
      file: database.name,
      reason: error instanceof Error ? error.message : 'it cannot be read',
    }));
  });
}

function renewalOf(
  before: AirportReferenceInfo,
  codes: TodaysCodes,
  { airports: { counts, byCode }, airportSource }: OurAirports<Airport>,
): AirportRenewal {
  return {
    before,
    after: { ...airportSource, ...counts },
    added: [...byCode.keys()].filter((code) => !codes.has(code)),
    removed: [...codes.keys()].filter((code) => !byCode.has(code)),
  };
}
