import 'reflect-metadata';
import { openTokens } from '@ops-admin/adapter-auth-jose';
import { tokensModule } from '@ops-admin/adapter-auth-jose/inversify';
import { openGateway } from '@ops-admin/adapter-geocoder';
import { gatewayModule } from '@ops-admin/adapter-geocoder/inversify';
import { httpModule } from '@ops-admin/adapter-http-koa/inversify';
import { openKeyFile } from '@ops-admin/adapter-key-file';
import { keyFileModule } from '@ops-admin/adapter-key-file/inversify';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import { sqliteModule } from '@ops-admin/adapter-sqlite/inversify';
import { AccessPolicy, FixedWindowRateLimiter, parsePermission, Result } from '@ops-admin/core';
import { CLOCK, LOGGER, RATE_LIMITER } from '@ops-admin/core/ports';
import { openReferenceData } from '@ops-admin/reference-data';
import { referenceDataModule } from '@ops-admin/reference-data/inversify';
import { Container } from 'inversify';

/** The parts of the service, each in its module; what they open is closed with the container. */
export function openContainer() {
  const opened = Result.combine([openKeyFile('ops-admin.keys.json'), openReferenceData({ log: console })]);
  if (opened.isErr()) throw new Error(JSON.stringify(opened.error));
  const [keys, reference] = opened.value;
  const sqlite = openSqlite({ file: 'ops-admin.db', log: console });
  if (sqlite.isErr()) throw new Error(sqlite.error.message);

  const clock = () => new Date();
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(CLOCK).toConstantValue(clock);
  container.bind(LOGGER).toConstantValue(console);
  const rateLimiter = new FixedWindowRateLimiter({ limit: 100, windowSeconds: 60 }, clock);
  container.bind(RATE_LIMITER).toConstantValue(rateLimiter);
  // Left out, `service.admin.access` makes an admin.
  const admin = parsePermission('service.tickets.admin')._unsafeUnwrap();
  container.bind(AccessPolicy).toConstantValue(new AccessPolicy(admin));
  container.load(
    sqliteModule(sqlite.value),
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
