// In-memory fakes of the ports, and values for tests.
export * from './fixtures.js';
export * from './in-memory-airport-directory.js';
export * from './in-memory-geo-lookup.js';
export * from './in-memory-lookup-cache.js';
export * from './in-memory-metrics.js';
export * from './in-memory-organisation.js';
export * from './in-memory-region-names.js';
export * from './in-memory-token-verifier.js';
export * from './in-memory-town-directory.js';
