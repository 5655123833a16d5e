// The whole service from its adapters. `PORT=3000 node service.js`
import 'reflect-metadata';
import { openTokens, tokensModule } from '@ops-admin/adapter-auth-jose';
import { gatewayModule, openGateway } from '@ops-admin/adapter-geocoder';
import { HTTP_APP, httpModule, startHttpServer } from '@ops-admin/adapter-http-koa';
import { keyFileModule, openKeyFile } from '@ops-admin/adapter-key-file';
import { openSqlite, sqliteModule } from '@ops-admin/adapter-sqlite';
import { CLOCK, FixedWindowRateLimiter, LOGGER, RATE_LIMITER, Result } from '@ops-admin/core';
import { openReferenceData, referenceDataModule } from '@ops-admin/reference-data';
import { Container } from 'inversify';

const opened = Result.combine([openKeyFile('ops-admin.keys.json'), openReferenceData({ log: console })]);
if (opened.isErr()) throw new Error(JSON.stringify(opened.error));
const [keys, places] = opened.value;
const sqlite = openSqlite({ file: 'ops-admin.db', sealer: keys.auditSealer, log: console });
if (sqlite.isErr()) throw new Error(sqlite.error.message);
const clock = () => new Date();
const container = new Container({ defaultScope: 'Singleton' });
container.bind(CLOCK).toConstantValue(clock);
container.bind(LOGGER).toConstantValue(console);
container.load(sqliteModule(sqlite.value), keyFileModule(keys));
const gateway = openGateway({ geocoders: [{ kind: 'gazetteer', lookup: places.gazetteer }], log: console });
container.load(referenceDataModule(places), gatewayModule(gateway));
const rateLimiter = new FixedWindowRateLimiter({ limit: 100, windowSeconds: 60 }, clock);
container.bind(RATE_LIMITER).toConstantValue(rateLimiter);
container.load(tokensModule(openTokens({ type: 'local', keys: keys.signing, clock })), httpModule());
const where = { host: '127.0.0.1', port: Number(process.env.PORT) };
const server = await startHttpServer(container.get(HTTP_APP), where);
console.log(server.isOk() ? `listening on ${server.value.url}` : server.error.message);
