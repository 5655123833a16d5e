import { type Airport, err, ok, Result, type ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { type OpenReferenceError, openReference, type ReferenceDatabase } from '../file/open-reference.js';
import type { ReferenceNotWritten } from '../file/replace-file.js';
import { checkReplaceable, writeRenewedReference } from '../file/write-renewed-reference.js';
import type { AirportFiles, AirportFilesError } from './airport-files.js';
import { SqliteAirportGazetteer } from './airport-gazetteer.js';
import { type AirportReferenceInfo, readAirportReferenceInfo } from './airport-reference-info.js';
import { type AirportShare, isEnough, readCodes, sharesOf, type TodaysCodes } from './airport-shares.js';
import { type OurAirports, readOurAirports } from './read-ourairports.js';
import { writeAirports } from './write-airport.js';

/** What airports are renewed from, and where to. */
export interface RenewAirportsOptions {
  readonly files: AirportFiles;
  /** The renewed reference file, see `LiveReference`; made where there is none. */
  readonly file: string;
  /** Takes the airports however few they are. */
  readonly force?: boolean;
}

/** What a renewal has changed; codes are in their order. */
export interface AirportRenewal {
  readonly before: AirportReferenceInfo;
  readonly after: AirportReferenceInfo;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** So much is missing that the files are hardly whole; `force` takes them nevertheless. */
export interface TooFewAirports {
  readonly type: 'too-few-airports';
  /** Those that are too small. */
  readonly shares: readonly AirportShare[];
}

/** Why the airports were not renewed; the file in use is as it was. */
export type RenewAirportsError =
  | AirportFilesError
  | OpenReferenceError
  | ReferenceNotWritten
  | TooFewAirports;

/**
 * Reads the official files, and puts a reference file with their airports in place of the renewed one; services that read
 * it go on with the new one. The gazetteer in it is the packaged one, and cities and states are in its words. Where it fails,
 * nothing has changed. Writing holds up the event loop for two seconds. Errors: {@link RenewAirportsError}.
 */
export function renewAirports({
  files,
  file,
  force = false,
}: RenewAirportsOptions): ResultAsync<AirportRenewal, RenewAirportsError> {
  return checkReplaceable(file)
    .asyncAndThen(() => readOurAirports(files))
    .andThen((official) =>
      readToday(file).andThen(({ codes, info }) => {
        // The gazetteer has a name for nearly every airport, whatever is missing in the files.
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

/** The airports in use; a renewed file that nothing can use is no measure. */
function readToday(file: string): Result<Today, OpenReferenceError> {
  return readFrom(file).orElse(() => readFrom());
}

function readFrom(file?: string): Result<Today, OpenReferenceError> {
  return using(file, (database) =>
    readAirportReferenceInfo(database).map((info) => ({ info, codes: readCodes(database) })),
  );
}

/** The packaged gazetteer's: it is the one that the renewed file gets. */
function inWordsOfGazetteer(official: OurAirports): Result<OurAirports<Airport>, OpenReferenceError> {
  return using(undefined, (database) =>
    ok({ ...official, airports: writeAirports(official.airports, new SqliteAirportGazetteer(database)) }),
  );
}

/** Reads an open reference file, and closes it; what SQLite throws is one that cannot be read. */
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
