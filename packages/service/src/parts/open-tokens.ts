import type { LocalTokenIssuer, Tokens } from '@ops-admin/adapter-auth-jose';
import { ok } from '@ops-admin/core';
import { CLOCK, LOGGER, type Port, port } from '@ops-admin/core/ports';
import { type Bound, bindValue, type OpenedPart } from '../part.js';
import type { ServiceSettings } from '../settings.js';
import { KEY_FILE } from './open-keys.js';

/** Checks tokens, of a provider or local ones. */
export const TOKENS: Port<Tokens> = port('ops-admin.service.Tokens');

/** Opens the checks of tokens (decision 10); nothing is fetched yet. */
export async function openTokens(bound: Bound, { config }: ServiceSettings): Promise<OpenedPart> {
  const { openTokens } = await import('@ops-admin/adapter-auth-jose');
  const { tokensModule } = await import('@ops-admin/adapter-auth-jose/inversify');
  const { provider } = config;
  const clock = bound.get(CLOCK);
  const tokens = openTokens(
    provider
      ? { type: 'provider', provider, clock, log: bound.get(LOGGER) }
      : { type: 'local', keys: bound.get(KEY_FILE).signing, clock },
  );
  return ok([tokensModule(tokens), bindValue(TOKENS, tokens)]);
}

/** Makes tokens. Throws if a provider is set up, because it issues them. */
export function localIssuerOf({ issuer }: Tokens): LocalTokenIssuer {
  if (!issuer) throw new Error('a provider is set up, which issues the tokens');
  return issuer;
}
