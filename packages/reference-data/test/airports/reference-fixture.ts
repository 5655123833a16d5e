import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AirportSource } from '@ops-admin/reference-data';
import { AIRPORT_FIXTURES, REGION_FIXTURES } from '@ops-admin/testing';
import { indexAirports } from '../../build/airports/index-airports.ts';
import { type ReferenceContents, writeReference } from '../../build/write-reference.ts';
import { GAZETTEER_FIXTURE, GAZETTEER_SOURCE } from '../gazetteer/gazetteer-fixture.ts';

export const SOURCE: AirportSource = {
  source: 'a test',
  date: '2026-08-07',
  attribution: 'nobody',
  fingerprint: 'test@1',
};

/** The airports that core's contract asks for, and a small gazetteer. */
export const CONTENTS: ReferenceContents = {
  airports: indexAirports(
    AIRPORT_FIXTURES.map(({ location, ...airport }) => ({
      ...airport,
      icaoIsOfficial: true,
      prominence: 0,
      location,
      name: '',
      municipality: location.city,
      region: `${location.country}-00`,
    })),
  ),
  airportSource: SOURCE,
  gazetteer: GAZETTEER_FIXTURE,
  gazetteerSource: GAZETTEER_SOURCE,
  otherAirportNames: new Map(),
  regions: Object.entries(REGION_FIXTURES).map(([code, name]) => ({
    code,
    name,
    airports: name,
    isSame: true,
  })),
};

/** Writes a reference file of {@link CONTENTS}. */
export function writeFixture(file: string): void {
  writeReference(file, CONTENTS);
}

/** A folder that is created for each test of the calling suite, and removed after it. */
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
