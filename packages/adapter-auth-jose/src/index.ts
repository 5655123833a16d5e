export type { IntrospectionOptions } from './introspection.js';
export type { JwtPolicy, SignatureAlgorithm } from './jwt-policy.js';
export type { LocalKeys } from './local-token.js';
export { LocalTokenIssuer } from './local-token-issuer.js';
export { LocalTokenVerifier } from './local-token-verifier.js';
export {
  type LocalTokenSettings,
  type LocalTokens,
  openTokens,
  type ProviderTokenSettings,
  type TokenSettings,
  type Tokens,
} from './open-tokens.js';
export {
  type KeySetSource,
  type ProviderOptions,
  ProviderTokenVerifier,
  type ProviderUnusable,
} from './provider-token-verifier.js';
export type { KeySetCounts, KeySetTimes, RemoteKeySet } from './remote-key-set.js';
export type { FindKey } from './verify-jwt.js';
