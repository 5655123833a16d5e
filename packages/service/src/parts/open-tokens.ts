import type { LocalTokenIssuer, Tokens } from '@ops-admin/adapter-auth-jose';
import type { Clock, Logger } from '@ops-admin/core';
import type { Config } from '../config/config.js';
import type { OpenKeys } from './open-keys.js';

/** Opens the checks of tokens, of a provider or local ones; nothing is fetched yet. */
export async function openTokens(
  { provider }: Config,
  { file }: OpenKeys,
  clock: Clock,
  log: Logger,
): Promise<Tokens> {
  const adapter = await import('@ops-admin/adapter-auth-jose');
  if (provider) return adapter.openTokens({ type: 'provider', provider, clock, log });
  if (!file) throw new Error('local tokens need keys');
  return adapter.openTokens({ type: 'local', keys: file.signing, clock });
}

/** Makes tokens. Throws if a provider is set up, because it issues them. */
export function localIssuerOf({ issuer }: Tokens): LocalTokenIssuer {
  if (!issuer) throw new Error('a provider is set up, which issues the tokens');
  return issuer;
}
