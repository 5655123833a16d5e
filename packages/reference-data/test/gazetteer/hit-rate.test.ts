import { type Location, parseAddress } from '@ops-admin/core';
import { expect } from 'chai';
import { openReference, type ReferenceDatabase } from '../../dist/file/open-reference.js';
import { GazetteerGeoLookup } from '../../dist/gazetteer/gazetteer-geo-lookup.js';
import { type ExpectedPlace, QUERIES, type Query, type QueryKind } from './queries.ts';

const LEAST_HIT_RATE = 0.97;
const NEAR_KM = 25;

describe('The hit rate of the packaged gazetteer', () => {
  let database: ReferenceDatabase;
  before(() => {
    database = openReference()._unsafeUnwrap();
  });
  after(() => {
    database.close();
  });

  it(`is at least ${LEAST_HIT_RATE * 100} %`, async () => {
    const gazetteer = new GazetteerGeoLookup(database);
    const kinds = new Map<QueryKind, { hits: number; queries: number }>();
    const misses: string[] = [];
    for (const query of QUERIES) {
      const found = await gazetteer.lookup(parseAddress(query.text)._unsafeUnwrap());
      const location = found.unwrapOr(undefined);
      const hit = isHit(query, location);
      const kind = kinds.get(query.kind) ?? { hits: 0, queries: 0 };
      kinds.set(query.kind, { hits: kind.hits + Number(hit), queries: kind.queries + 1 });
      if (!hit) misses.push(`${query.kind}: ${query.text} -> ${describePlace(location)}`);
    }
    const hits = QUERIES.length - misses.length;
    const rate = hits / QUERIES.length;
    console.log(`      hit rate: ${hits} of ${QUERIES.length} (${(rate * 100).toFixed(1)} %)`);
    for (const [kind, counts] of kinds) console.log(`        ${kind}: ${counts.hits} of ${counts.queries}`);
    for (const miss of misses) console.log(`        missed ${miss}`);
    expect(QUERIES.length).to.be.at.least(300);
    expect(rate).to.be.at.least(LEAST_HIT_RATE);
  });
});

function isHit({ expected }: Query, found: Location | undefined): boolean {
  if (!expected || !found) return expected === found;
  return (
    found.country === expected.country &&
    (expected.state === undefined || found.state === expected.state) &&
    kilometresBetween(found, expected) <= NEAR_KM
  );
}

function kilometresBetween(
  one: Pick<Location, 'lat' | 'long'>,
  other: Pick<ExpectedPlace, 'lat' | 'long'>,
): number {
  const radians = Math.PI / 180;
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const chord =
    half(other.lat - one.lat) +
    Math.cos(one.lat * radians) * Math.cos(other.lat * radians) * half(other.long - one.long);
  return 2 * 6_371 * Math.asin(Math.sqrt(chord));
}

function describePlace(location: Location | undefined): string {
  return location ? `${location.city}, ${location.state}, ${location.country}` : 'nothing';
}
