// What every implementation of a port keeps to, as suites for mocha.
export * from './airport-directory.contract.js';
export * from './audit-log.contract.js';
export * from './department-repository.contract.js';
export * from './geo-lookup.contract.js';
export * from './integrity-checker.contract.js';
export * from './lookup-cache.contract.js';
export * from './metrics.contract.js';
export * from './open-organisation.js';
export * from './organisation.contract.js';
export * from './organisation-archive.contract.js';
export * from './permission-store.contract.js';
export * from './rate-limiter.contract.js';
export * from './region-names.contract.js';
export * from './token-verifier.contract.js';
export * from './town-directory.contract.js';
export * from './trail-keeper.contract.js';
export * from './user-directory.contract.js';
