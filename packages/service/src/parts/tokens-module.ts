import type { LocalTokenIssuer, Tokens } from '@ops-admin/adapter-auth-jose';
import { type Clock, type Logger, ok } from '@ops-admin/core';
import { CLOCK, LOGGER, type Port, port, TOKEN_VERIFIER } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { Openings } from '../openings.js';
import type { ServiceSettings } from '../settings.js';
import { KEYS } from './keys-module.js';
import type { OpenKeys } from './open-keys.js';

/** Checks tokens, of a provider or local ones. */
export const TOKENS: Port<Tokens> = port('ops-admin.service.Tokens');

/** The checks of tokens (decision 10); nothing is fetched yet. */
export function tokensModule({ config }: ServiceSettings, openings: Openings): ContainerModule {
  const open = async ({ file }: OpenKeys, clock: Clock, log: Logger) => {
    const { openTokens } = await import('@ops-admin/adapter-auth-jose');
    const { provider } = config;
    if (provider) return ok(openTokens({ type: 'provider', provider, clock, log }));
    if (!file) throw new Error('local tokens need keys');
    return ok(openTokens({ type: 'local', keys: file.signing, clock }));
  };
  return new ContainerModule(({ bind }) => {
    bind(TOKENS)
      .toResolvedValue(openings.inTurn(TOKENS, open), [KEYS, CLOCK, LOGGER])
      .onDeactivation(({ close }) => close());
    bind(TOKEN_VERIFIER).toResolvedValue(({ verifier }) => verifier, [TOKENS]);
  });
}

/** Makes tokens. Throws if a provider is set up, because it issues them. */
export function localIssuerOf({ issuer }: Tokens): LocalTokenIssuer {
  if (!issuer) throw new Error('a provider is set up, which issues the tokens');
  return issuer;
}
