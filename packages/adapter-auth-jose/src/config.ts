// For reading a configuration: this entry does not load jose.
export { SIGNATURE_ALGORITHMS, tokenType } from './jwt-policy.js';
export type { KeySetSource, ProviderOptions, ProviderUnusable } from './provider-token-verifier.js';
export { isSafeUrl } from './safe-url.js';
