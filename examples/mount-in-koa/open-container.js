import 'reflect-metadata';
import { openTokens, tokensModule } from '@ops-admin/adapter-auth-jose';
import { gatewayModule, openGateway } from '@ops-admin/adapter-geocoder';
import { httpModule } from '@ops-admin/adapter-http-koa';
import { keyFileModule, openKeyFile } from '@ops-admin/adapter-key-file';
import { openSqlite, sqliteModule } from '@ops-admin/adapter-sqlite';
import {
  AccessPolicy,
  CLOCK,
  FixedWindowRateLimiter,
  LOGGER,
  parsePermission,
  RATE_LIMITER,
  Result,
} from '@ops-admin/core';
import { openReferenceData, referenceDataModule } from '@ops-admin/reference-data';
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
