import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AirportSource, indexAirports, writeReference } from '@ops-admin/adapter-geocoder';
import { AIRPORT_FIXTURES } from '@ops-admin/core/testing';

export const SOURCE: AirportSource = {
  source: 'a test',
  date: '2026-08-07',
  attribution: 'nobody',
  fingerprint: 'test@1',
};

/** Writes a reference file of the airports that core's contract asks for. */
export function writeFixture(file: string): void {
  const airports = AIRPORT_FIXTURES.map((airport) => ({ ...airport, icaoIsOfficial: true, prominence: 0 }));
  writeReference(file, { airports: indexAirports(airports), airportSource: SOURCE })._unsafeUnwrap();
}

/** A folder that is there for each test of the suite that calls this, and gone after it. */
export function folderForEachTest(): { file(name: string): string } {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ops-admin-airports-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return { file: (name) => join(folder, name) };
}
