import { openTokens } from '@ops-admin/adapter-auth-jose';
import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { openGateway } from '@ops-admin/adapter-geocoder';
import { appServices, createApp } from '@ops-admin/adapter-http-koa';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import {
  AccessPolicy,
  accessOperations,
  FixedWindowRateLimiter,
  orThrow,
  parsePermission,
} from '@ops-admin/core';
import { openReferenceData } from '@ops-admin/reference-data';

/** The app of the service, made of its adapters, the guard for routes of your own, and what closes them. */
export function openApp() {
  const clock = () => new Date();
  const log = console;
  const keys = orThrow(openKeyFile('ops-admin.keys.json'));
  const reference = orThrow(openReferenceData());
  const sqlite = orThrow(openSqlite({ file: 'ops-admin.db' }));
  const tokens = openTokens({ type: 'local', keys: keys.signing, clock });
  const { lookup: geoLookup } = openGateway({
    geocoders: [{ kind: 'gazetteer', lookup: reference.gazetteer }],
    log,
  });

  const { audit, departments, health, users } = sqlite;
  const { organisation, permissions: store } = sqlite.sealedBy(keys.trailSigner);
  // Left out, `service.admin.access` makes an admin.
  const policy = new AccessPolicy(orThrow(parsePermission('service.tickets.admin')));
  const rateLimiter = new FixedWindowRateLimiter({ limit: 100, windowSeconds: 60 }, () => performance.now());
  const { airports, towns } = reference;
  const services = appServices({
    airports,
    audit,
    clock,
    departments,
    geoLookup,
    health,
    log,
    organisation,
    policy,
    rateLimiter,
    store,
    tokens: tokens.verifier,
    towns,
    users,
  });
  const close = () => {
    tokens.close();
    sqlite.close();
    reference.close();
  };
  const access = accessOperations({ tokens: tokens.verifier, users, store, policy });
  return { access, app: createApp(services), close };
}
