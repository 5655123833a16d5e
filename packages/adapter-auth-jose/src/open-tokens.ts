import { type Clock, type Logger, okAsync, type ResultAsync, type TokenVerifier } from '@ops-admin/core';
import type { LocalKeys } from './local-token.js';
import { LocalTokenIssuer } from './local-token-issuer.js';
import { LocalTokenVerifier } from './local-token-verifier.js';
import {
  type ProviderOptions,
  ProviderTokenVerifier,
  type ProviderUnusable,
} from './provider-token-verifier.js';

/** This service's own tokens, for development and scripts. */
export interface LocalTokenSettings {
  readonly type: 'local';
  readonly keys: LocalKeys;
  readonly clock: Clock;
}

/** The tokens of an OAuth provider. */
export interface ProviderTokenSettings {
  readonly type: 'provider';
  readonly provider: ProviderOptions;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Whose tokens are accepted (decision 10). */
export type TokenSettings = LocalTokenSettings | ProviderTokenSettings;

/** Checks tokens, and makes local ones. */
export interface Tokens {
  readonly verifier: TokenVerifier;
  /** Present only with local keys. */
  readonly issuer?: LocalTokenIssuer;
  /**
   * Fetches the keys of a provider, so that the first request need not wait; does nothing for local keys. Errors: {@link
   * ProviderUnusable}, if no retry can help.
   */
  prepare(): ResultAsync<void, ProviderUnusable>;
  /** Forgets every token. */
  close(): void;
}

/** {@link Tokens} with local keys. */
export interface LocalTokens extends Tokens {
  readonly issuer: LocalTokenIssuer;
}

/** Makes the parts for tokens. Nothing is fetched before it is needed. */
export function openTokens(settings: LocalTokenSettings): LocalTokens;
export function openTokens(settings: TokenSettings): Tokens;
export function openTokens(settings: TokenSettings): Tokens {
  if (settings.type === 'local') {
    const { clock, keys } = settings;
    const verifier = new LocalTokenVerifier(keys, clock);
    const issuer = new LocalTokenIssuer(keys, clock);
    return { verifier, issuer, prepare: () => okAsync(undefined), close: () => verifier.clear() };
  }
  const verifier = new ProviderTokenVerifier(settings.provider, settings.clock, settings.log);
  return { verifier, prepare: () => verifier.prepare(), close: () => verifier.clear() };
}
