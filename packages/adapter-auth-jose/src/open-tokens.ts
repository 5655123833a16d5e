import { type Clock, type Logger, okAsync, type ResultAsync, type TokenVerifier } from '@ops-admin/core';
import type { LocalKeys } from './local-token.js';
import { LocalTokenIssuer } from './local-token-issuer.js';
import { LocalTokenVerifier } from './local-token-verifier.js';
import {
  type ProviderOptions,
  ProviderTokenVerifier,
  type ProviderUnusable,
} from './provider-token-verifier.js';
import type { Elapsed } from './token-cache.js';

/** This service's own tokens, for development and scripts. */
export interface LocalTokenSettings {
  readonly type: 'local';
  readonly keys: LocalKeys;
  readonly clock: Clock;
  /** The clock that ages are measured by; `performance.now` by default. */
  readonly elapsed?: Elapsed;
}

/** The tokens of an OAuth provider. */
export interface ProviderTokenSettings {
  readonly type: 'provider';
  readonly provider: ProviderOptions;
  readonly clock: Clock;
  /** The clock that ages are measured by; `performance.now` by default. */
  readonly elapsed?: Elapsed;
  readonly log: Logger;
}

/** Whose tokens are accepted. */
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

export interface LocalTokens extends Tokens {
  readonly issuer: LocalTokenIssuer;
}

/** Makes the parts for tokens. Nothing is fetched before it is needed. */
export function openTokens(settings: LocalTokenSettings): LocalTokens;
export function openTokens(settings: TokenSettings): Tokens;
export function openTokens(settings: TokenSettings): Tokens {
  return settings.type === 'local' ? openLocal(settings) : openProvider(settings);
}

const monotonic: Elapsed = () => performance.now();

function openLocal({ clock, elapsed = monotonic, keys }: LocalTokenSettings): LocalTokens {
  const verifier = new LocalTokenVerifier(keys, clock, elapsed);
  const issuer = new LocalTokenIssuer(keys, clock);
  return { verifier, issuer, prepare: () => okAsync(undefined), close: () => verifier.clear() };
}

function openProvider({ clock, elapsed = monotonic, log, provider }: ProviderTokenSettings): Tokens {
  const verifier = new ProviderTokenVerifier(provider, { clock, elapsed, log });
  return {
    verifier,
    prepare: () => verifier.prepare(),
    close: () => verifier.clear(),
  };
}
