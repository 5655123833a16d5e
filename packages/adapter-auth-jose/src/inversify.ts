// For programs with an Inversify container; the main entry needs none.
import { type Port, port, TOKEN_VERIFIER, TRAIL_SIGNER, TRAIL_VERIFIER } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { KeyFile } from './key-file/open-key-file.js';
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

/** Serves what signs and what verifies audit entries from an opened key file. */
export function keyFileModule({ trailSigner, trailVerifier }: KeyFile): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(TRAIL_SIGNER).toConstantValue(trailSigner);
    bind(TRAIL_VERIFIER).toConstantValue(trailVerifier);
  });
}
