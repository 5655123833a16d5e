export type { IntrospectionOptions } from './introspection.js';
export type { JwtPolicy, SignatureAlgorithm } from './jwt-policy.js';
export type { LocalKeys } from './local-token.js';
export type { LocalTokenIssuer } from './local-token-issuer.js';
export {
  type LocalTokenSettings,
  type LocalTokens,
  openTokens,
  type ProviderTokenSettings,
  type TokenSettings,
  type Tokens,
} from './open-tokens.js';
export type { KeySetSource, ProviderOptions, ProviderUnusable } from './provider-token-verifier.js';
