import { createHash } from 'node:crypto';
import { type Airport, err, ok, type Result, ResultAsync } from '@ops-admin/core';
import type { AirportFileName, AirportFiles, AirportFilesError } from './airport-files.js';
import type { AirportSource } from './airport-reference-info.js';
import { cleanAirport, type OfficialAirport } from './clean-airport.js';
import { type AirportIndex, indexAirports } from './index-airports.js';
import type { OurAirportsRow } from './ourairports-row.js';
import type { ReadCsvOptions } from './read-csv.js';

/** The cleaned airports of OurAirports, with its own names until `writeAirports`, and where they come from. */
export interface OurAirports<Indexed extends Airport = OfficialAirport> {
  readonly airports: AirportIndex<Indexed>;
  readonly airportSource: AirportSource;
}

/** The columns of airports.csv that are read. */
export const AIRPORT_COLUMNS: readonly (keyof OurAirportsRow)[] = [
  'type',
  'name',
  'municipality',
  'iso_country',
  'iso_region',
  'scheduled_service',
  'iata_code',
  'icao_code',
  'gps_code',
  'latitude_deg',
  'longitude_deg',
];

/** Reads and cleans the airports of a place, row by row. Errors: {@link AirportFilesError}. */
export function readOurAirports(files: AirportFiles): ResultAsync<OurAirports, AirportFilesError> {
  const hash = createHash('sha256');
  const regions = new Map<string, string>();
  const airports: OfficialAirport[] = [];
  const readRegions = readAirportFile(files, 'regions.csv', {
    columns: ['code', 'name'],
    onRow: ({ code, name }) => regions.set(code, name),
    hash,
  });
  const readAirports = () =>
    readAirportFile(files, 'airports.csv', {
      columns: AIRPORT_COLUMNS,
      // Only airports without a municipality are named by it.
      optional: ['name'],
      onRow: (row) => {
        const airport = cleanAirport(row, regions);
        if (airport) airports.push(airport);
      },
      hash,
    });
  return readRegions
    .andThen(({ name }) => (regions.size > 0 ? ok(name) : empty(name, 'no region')))
    .andThen(readAirports)
    .andThen(({ name, date }) => {
      if (airports.length === 0) return empty(name, 'no airport that is open and has a code');
      const airportSource: AirportSource = {
        source: `OurAirports, from ${files.description}`,
        date: date?.toISOString().slice(0, 10) ?? '',
        attribution: 'Airports and regions: OurAirports (public domain).',
        fingerprint: `sha256:${hash.digest('hex')}`,
      };
      return ok({ airports: indexAirports(airports), airportSource });
    });
}

/**
 * Reads one of the files of a place, which must have these columns, row by row; gives its name and date.
 * Errors: {@link AirportFilesError}.
 */
export function readAirportFile<Column extends string>(
  files: AirportFiles,
  name: AirportFileName,
  options: ReadCsvOptions<Column>,
): ResultAsync<{ name: string; date: Date | undefined }, AirportFilesError> {
  // Loaded before a file is opened, because a failure of an open file must be handled. Only loaded here: a service reads no
  // CSV.
  return ResultAsync.fromSafePromise(import('./read-csv.js')).andThen(({ readCsv }) =>
    files.open(name).andThen((file) =>
      readCsv(file.bytes, options)
        .map(() => ({ name: file.name, date: file.date }))
        .mapErr((error): AirportFilesError => {
          if (error.type === 'csv-broken') return files.broken(file, error.cause);
          const { type: _, ...problem } = error;
          return { type: 'not-ourairports', file: file.name, ...problem };
        }),
    ),
  );
}

function empty(file: string, what: string): Result<never, AirportFilesError> {
  return err({ type: 'not-ourairports', file, reason: `it holds ${what}` });
}
