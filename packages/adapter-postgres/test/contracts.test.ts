import { openDatabase, PostgresLookupCache, PostgresRateLimiter } from '@ops-admin/adapter-postgres';
import { aDraft } from '@ops-admin/testing';
import {
  auditLogContract,
  departmentRepositoryContract,
  integrityCheckerContract,
  lookupCacheContract,
  type OpenedStore,
  type OpenStore,
  organisationContract,
  organisationCopyContract,
  permissionStoreContract,
  rateLimiterContract,
  trailKeeperContract,
  userDirectoryContract,
} from '@ops-admin/testing/contracts';
import { aPostgres, ask } from './a-postgres.ts';
import { empty, openTemporary, portsOf } from './open-temporary.ts';
import { silent } from './silent.ts';

describe('PostgreSQL adapter', () => {
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  before(async () => {
    opened = await openTemporary();
  });
  beforeEach(() => empty(opened.url));
  after(() => opened.drop());
  const organisation: OpenStore<OpenedStore> = async ({ signer, users }) => {
    const ports = portsOf(opened.database, signer);
    (await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    return {
      ...ports,
      close: async () => {
        if (isBroken) await takesConnections(true);
        await empty(opened.url);
      },
    };
  };
  let isBroken = false;
  const takesConnections = async (does: boolean) => {
    isBroken = !does;
    const name = new URL(opened.url).pathname.slice(1);
    await ask(
      await aPostgres(),
      `alter database ${name} allow_connections ${does}`,
      ...(does ? [] : [`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`]),
    );
  };
  const options = {
    break: () => takesConnections(false),
    reopen: async (): Promise<OpenedStore> => {
      const database = (await openDatabase(opened.url))._unsafeUnwrap();
      return { ...portsOf(database), close: () => database.close() };
    },
  };

  auditLogContract(organisation, options);
  departmentRepositoryContract(organisation, options);
  organisationCopyContract(organisation, options);
  organisationContract(organisation, options);
  permissionStoreContract(organisation, options);
  const behindTheGuards = async (statement: string) => {
    await ask(opened.url, 'set session_replication_role = replica', statement);
  };
  integrityCheckerContract(
    async (setting) => ({
      ...(await organisation(setting)),
      tamper: (userId, permissions) =>
        behindTheGuards(
          `update users set permissions = '${JSON.stringify(permissions)}' where id = '${userId}'`,
        ),
    }),
    {
      ...options,
      removeUser: (_, userId) => behindTheGuards(`delete from users where id = '${userId}'`),
      keepSet: (_, userId, entryId, permissions) =>
        behindTheGuards(
          `insert into audit_sets (user_id, entry_id, "after") values ('${userId}', ${entryId}, '${JSON.stringify(permissions)}')`,
        ),
    },
  );
  trailKeeperContract(organisation, options);
  userDirectoryContract(organisation, options);
  lookupCacheContract(
    async (capacity, clock) => new PostgresLookupCache(opened.database, { capacity, clock }),
  );
  rateLimiterContract(async (policy) => new PostgresRateLimiter(opened.database, policy, silent));
});
