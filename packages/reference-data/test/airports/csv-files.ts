import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export type Row = Readonly<Record<string, string>>;

/** The columns of OurAirports' airports.csv, in its order. */
export const COLUMNS = [
  'id',
  'ident',
  'type',
  'name',
  'latitude_deg',
  'longitude_deg',
  'elevation_ft',
  'continent',
  'iso_country',
  'iso_region',
  'municipality',
  'scheduled_service',
  'icao_code',
  'iata_code',
  'gps_code',
  'local_code',
  'home_link',
  'wikipedia_link',
  'keywords',
];

export const REGIONS = '"id","code","local_code","name"\n1,"DE-BY","BY","Bavaria"\n2,"DE-BE","BE","Berlin"\n';

/** An airport of its own for each number up to 675, with an IATA and an ICAO code. */
export function aRow(number: number, changes: Row = {}): Row {
  const letters = String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26));
  return {
    id: String(number),
    ident: `ED${letters}`,
    type: 'medium_airport',
    name: `Flughafen "${letters}", Terminal 1`,
    latitude_deg: '48.5',
    longitude_deg: '11.25',
    iso_country: 'DE',
    iso_region: 'DE-BY',
    municipality: `Town ${letters}`,
    scheduled_service: 'yes',
    icao_code: `ED${letters}`,
    iata_code: `Q${letters}`,
    keywords: 'one, two',
    ...changes,
  };
}

/** The first `count` airports. */
export function rows(count: number): Row[] {
  return Array.from({ length: count }, (_, number) => aRow(number));
}

export function csvOf(
  airports: readonly Row[],
  columns: readonly string[] = COLUMNS,
  lineEnd = '\n',
): string {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = airports.map((row) => columns.map((column) => quote(row[column] ?? '')).join(','));
  return [columns.join(','), ...lines, ''].join(lineEnd);
}

export interface Dump {
  readonly airports?: string | Buffer;
  readonly regions?: string | Buffer;
  /** Ends the names. */
  readonly gz?: boolean;
}

/** Writes the files of OurAirports to a folder, which is made, and returns it. */
export function writeDump(
  folder: string,
  { airports = csvOf(rows(20)), regions = REGIONS, gz = false }: Dump = {},
): string {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: string | Buffer) =>
    writeFileSync(join(folder, gz ? `${name}.gz` : name), gz ? gzipSync(content) : content);
  write('airports.csv', airports);
  write('regions.csv', regions);
  return folder;
}
