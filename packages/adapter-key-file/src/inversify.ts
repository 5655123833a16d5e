// For programs with an Inversify container; the main entry needs none.
import { TRAIL_SIGNER, TRAIL_VERIFIER } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { KeyFile } from './open-key-file.js';

/** Serves what signs and what verifies audit entries from an opened key file. */
export function keyFileModule({ trailSigner, trailVerifier }: KeyFile): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(TRAIL_SIGNER).toConstantValue(trailSigner);
    bind(TRAIL_VERIFIER).toConstantValue(trailVerifier);
  });
}
