import { parseObjectId } from '@ops-admin/core';
import {
  InMemoryAirportDirectory,
  InMemoryGeoLookup,
  InMemoryLookupCache,
  InMemoryMetrics,
  InMemoryRegionNames,
  InMemoryTokenVerifier,
  InMemoryTownDirectory,
} from '@ops-admin/testing';
import {
  airportDirectoryContract,
  FOUND_LOCATION,
  geoLookupContract,
  lookupCacheContract,
  metricsContract,
  regionNamesContract,
  tokenVerifierContract,
  townDirectoryContract,
} from '@ops-admin/testing/contracts';

describe('Ports in memory', () => {
  airportDirectoryContract(() => new InMemoryAirportDirectory());
  const answers = {
    found: FOUND_LOCATION,
    'location-not-found': { type: 'location-not-found' },
    'quota-exceeded': { type: 'quota-exceeded', retryAfter: 60 },
    'lookup-refused': { type: 'lookup-refused', reason: 'no key' },
    'lookup-unavailable': { type: 'lookup-unavailable', reason: 'off' },
  } as const;
  geoLookupContract(
    async (scenario) =>
      new InMemoryGeoLookup({ 'Städtle 37, Vaduz': answers[scenario as keyof typeof answers] }),
    { scenarios: Object.keys(answers) as (keyof typeof answers)[], retryAfter: 60 },
  );
  lookupCacheContract(async (capacity, clock) => new InMemoryLookupCache(capacity, clock));
  metricsContract(async () => {
    const metrics = new InMemoryMetrics();
    return { metrics, read: async () => metrics.read() };
  });
  regionNamesContract(() => new InMemoryRegionNames());
  tokenVerifierContract(async () => {
    const subject = {
      type: 'user',
      userId: parseObjectId('65f0a1b2c3d4e5f6a7b8c9d0')._unsafeUnwrap(),
    } as const;
    let now = new Date();
    const expiresAt = new Date(now.getTime() + 60_000);
    const validUntil = new Date(now.getTime() + 65_000);
    const tokens = {
      good: { subject, expiresAt, validUntil },
      old: { subject, expiresAt: now, validUntil: now },
    };
    return {
      verifier: new InMemoryTokenVerifier(tokens, () => now),
      token: 'good',
      subject,
      expiresAt,
      setClock: (to) => {
        now = to;
      },
      expiredToken: 'old',
    };
  });
  townDirectoryContract(() => new InMemoryTownDirectory());
});
