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
  auditLogContract,
  departmentRepositoryContract,
  FOUND_LOCATION,
  geoLookupContract,
  integrityCheckerContract,
  lookupCacheContract,
  metricsContract,
  organisationContract,
  organisationCopyContract,
  permissionStoreContract,
  permissionsThatEndContract,
  regionNamesContract,
  tokenVerifierContract,
  townDirectoryContract,
  trailStoreContract,
  userDirectoryContract,
} from '@ops-admin/testing/contracts';
import { IN_MEMORY, openInMemory } from './open-in-memory.ts';

describe('Stores in memory', () => {
  airportDirectoryContract(() => new InMemoryAirportDirectory());
  auditLogContract(openInMemory, IN_MEMORY);
  departmentRepositoryContract(openInMemory, IN_MEMORY);
  geoLookupContract(async (scenario) => {
    const answers = {
      found: FOUND_LOCATION,
      'location-not-found': { type: 'location-not-found' },
      'quota-exceeded': { type: 'quota-exceeded' },
      'lookup-refused': { type: 'lookup-refused', reason: 'no key' },
      'lookup-unavailable': { type: 'lookup-unavailable', reason: 'off' },
    } as const;
    return new InMemoryGeoLookup({ 'Städtle 37, Vaduz': answers[scenario] });
  });
  lookupCacheContract(async (capacity, clock) => new InMemoryLookupCache(capacity, clock));
  metricsContract(async () => {
    const metrics = new InMemoryMetrics();
    return { metrics, read: async () => metrics.read() };
  });
  organisationCopyContract(openInMemory, IN_MEMORY);
  organisationContract(openInMemory, IN_MEMORY);
  permissionStoreContract(openInMemory, IN_MEMORY);
  permissionsThatEndContract(openInMemory);
  const noRows = 'memory has no rows';
  integrityCheckerContract(openInMemory, {
    ...IN_MEMORY,
    swapEmail: ({ swapEmail }, userId, email) => swapEmail(userId, email),
    alterTrail: noRows,
    addTrigger: noRows,
    removeUser: noRows,
    keepSet: noRows,
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
  trailStoreContract(openInMemory, IN_MEMORY);
  userDirectoryContract(openInMemory, IN_MEMORY);
});
