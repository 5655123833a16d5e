// For programs with an Inversify container; the main entry needs none.
import { type Port, port, TOKEN_VERIFIER } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { LocalTokenIssuer } from './local-token-issuer.js';
import type { Tokens } from './open-tokens.js';

/** Makes local tokens; bound only with local keys. */
export const LOCAL_TOKEN_ISSUER: Port<LocalTokenIssuer> = port('ops-admin.auth.LocalTokenIssuer');

/** Serves the opened tokens (see `openTokens`), which are closed with the container. */
export function tokensModule({ close, issuer, verifier }: Tokens): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(TOKEN_VERIFIER)
      .toResolvedValue(() => verifier)
      .onDeactivation(close);
    if (issuer) bind(LOCAL_TOKEN_ISSUER).toConstantValue(issuer);
  });
}
