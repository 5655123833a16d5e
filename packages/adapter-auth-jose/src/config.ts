// What reads a configuration checks no token: this entry does not load jose.
export type { IntrospectionOptions } from './introspection.js';
export * from './jwt-policy.js';
export type { KeySetSource, ProviderOptions, ProviderUnusable } from './provider-token-verifier.js';
export type { KeySetTimes } from './remote-key-set.js';
export * from './safe-url.js';
