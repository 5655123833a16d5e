import { AUDIT_SEALER } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { KeyFile } from './open-key-file.js';

/** Serves the sealer of audit entries from an opened key file. */
export function keyFileModule({ auditSealer }: KeyFile): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(AUDIT_SEALER).toConstantValue(auditSealer);
  });
}
