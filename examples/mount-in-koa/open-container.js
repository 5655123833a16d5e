import 'reflect-metadata';
import { openTokens } from '@ops-admin/adapter-auth-jose';
import { keyFileModule, tokensModule } from '@ops-admin/adapter-auth-jose/inversify';
import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { openGateway } from '@ops-admin/adapter-geocoder';
import { gatewayModule } from '@ops-admin/adapter-geocoder/inversify';
import { httpModule } from '@ops-admin/adapter-http-koa/inversify';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import { sqliteModule } from '@ops-admin/adapter-sqlite/inversify';
import { AccessPolicy, FixedWindowRateLimiter, orThrow, parsePermission } from '@ops-admin/core';
import { CLOCK, LOGGER, RATE_LIMITER } from '@ops-admin/core/ports';
import { openReferenceData } from '@ops-admin/reference-data';
import { referenceDataModule } from '@ops-admin/reference-data/inversify';
import { Container } from 'inversify';

/** The parts of the service, each in its module; what they open is closed with the container. */
export function openContainer() {
  const keys = orThrow(openKeyFile('ops-admin.keys.json'));
  const reference = orThrow(openReferenceData());
  const sqlite = orThrow(openSqlite({ file: 'ops-admin.db', log: console }));

  const clock = () => new Date();
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(CLOCK).toConstantValue(clock);
  container.bind(LOGGER).toConstantValue(console);
  const rateLimiter = new FixedWindowRateLimiter({ limit: 100, windowSeconds: 60 }, clock);
  container.bind(RATE_LIMITER).toConstantValue(rateLimiter);
  // Left out, `service.admin.access` makes an admin.
  const admin = orThrow(parsePermission('service.tickets.admin'));
  container.bind(AccessPolicy).toConstantValue(new AccessPolicy(admin));
  container.load(
    sqliteModule(sqlite),
    keyFileModule(keys),
    referenceDataModule(reference),
    gatewayModule(
      openGateway({ geocoders: [{ kind: 'gazetteer', lookup: reference.gazetteer }], log: console }),
    ),
    tokensModule(openTokens({ type: 'local', keys: keys.signing, clock })),
    httpModule(),
  );
  return container;
}
