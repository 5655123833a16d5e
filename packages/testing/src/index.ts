// Values for tests, and fakes of the ports that have no database.
export {
  AS_IT_COMES,
  aDepartment,
  aDraft,
  aLink,
  anId,
  anIdentity,
  aPersonChange,
  aRequest,
  aSigner,
  aSignerThat,
  aTime,
  aUser,
  changeLink,
  changePerson,
  makeChange,
  type TestSigner,
  type UserFixture,
} from './fixtures.js';
export {
  AIRPORT_FIXTURES,
  type AirportFixture,
  InMemoryAirportDirectory,
} from './in-memory/in-memory-airport-directory.js';
export { InMemoryGeoLookup } from './in-memory/in-memory-geo-lookup.js';
export { InMemoryLookupCache } from './in-memory/in-memory-lookup-cache.js';
export { InMemoryMetrics, type MetricsFigures, type Total } from './in-memory/in-memory-metrics.js';
export {
  InMemoryRegionNames,
  LARGE_TOWN_FIXTURE,
  REGION_FIXTURES,
} from './in-memory/in-memory-region-names.js';
export { InMemoryTokenVerifier } from './in-memory/in-memory-token-verifier.js';
export { InMemoryTownDirectory, TOWN_FIXTURES } from './in-memory/in-memory-town-directory.js';
export type { OrganisationPorts } from './organisation-ports.js';
