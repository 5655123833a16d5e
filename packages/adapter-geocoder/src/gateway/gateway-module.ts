import { GEO_LOOKUP } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { Gateway } from './open-gateway.js';

/** Serves the address lookup (see `openGateway`). */
export function gatewayModule({ lookup }: Gateway): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(GEO_LOOKUP).toConstantValue(lookup);
  });
}
