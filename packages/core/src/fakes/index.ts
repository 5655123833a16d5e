// In-memory fakes of the ports, and values for tests.
export {
  AS_IT_COMES,
  aDepartment,
  aDraft,
  aLink,
  anId,
  anIdentity,
  aRequest,
  aSealer,
  aSealerThat,
  aTime,
  aUser,
  changeLink,
  makeChange,
  type UserFixture,
} from './fixtures.js';
export {
  AIRPORT_FIXTURES,
  type AirportFixture,
  InMemoryAirportDirectory,
} from './in-memory-airport-directory.js';
export { InMemoryGeoLookup } from './in-memory-geo-lookup.js';
export { InMemoryLookupCache } from './in-memory-lookup-cache.js';
export { InMemoryMetrics, type MetricsFigures, type Total } from './in-memory-metrics.js';
export {
  type InMemoryOrganisationPorts,
  inMemoryOrganisation,
  type OrganisationPorts,
} from './in-memory-organisation.js';
export { InMemoryRegionNames, REGION_FIXTURES } from './in-memory-region-names.js';
export { InMemoryTokenVerifier } from './in-memory-token-verifier.js';
export { InMemoryTownDirectory, TOWN_FIXTURES } from './in-memory-town-directory.js';
