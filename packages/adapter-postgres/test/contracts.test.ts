import { openDatabase, PostgresLookupCache, PostgresRateLimiter } from '@ops-admin/adapter-postgres';
import { aDraft } from '@ops-admin/testing';
import {
  auditLogContract,
  type ChangeOfOthers,
  departmentRepositoryContract,
  integrityCheckerContract,
  lookupCacheContract,
  makeChangeOfOthers,
  type OpenedStore,
  type OpenStore,
  organisationContract,
  organisationCopyContract,
  permissionStoreContract,
  permissionsThatEndContract,
  rateLimiterContract,
  type SwallowedRows,
  trailStoreContract,
  userDirectoryContract,
} from '@ops-admin/testing/contracts';
import { aPostgres, ask, hold } from './a-postgres.ts';
import { empty, openTemporary, portsOf } from './open-temporary.ts';
import { silent } from './silent.ts';
import { cutOff, watchedStatements } from './watched-statements.ts';

describe('PostgreSQL adapter', () => {
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  before(async () => {
    opened = await openTemporary();
  });
  beforeEach(() => empty(opened.url));
  after(() => opened.drop());
  const statements = watchedStatements();
  const organisation: OpenStore<OpenedStore> = async ({ clock, departments = [], signer, users, waitMs }) => {
    const own =
      waitMs === undefined ? undefined : (await openDatabase(opened.url, { waitMs }))._unsafeUnwrap();
    const ports = portsOf(own ?? opened.database, signer, clock);
    (await ports.organisation.importDepartments(departments, aDraft()))._unsafeUnwrap();
    (await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    return {
      ...ports,
      close: async () => {
        statements.watch();
        await own?.close();
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
    failDuringChange: async (_: unknown, writesBefore: number) => {
      let left = writesBefore;
      statements.watch({
        before: (text, client) => {
          if (!/^\s*(?:insert|update|delete|with w0|commit)/.test(text) || left-- > 0) return;
          statements.watch();
          cutOff(client);
        },
      });
      return statements.watch;
    },
    holdLock: () => hold(opened.url, "select total from counters where name = 'audit_entries' for update"),
    changeDuringRead: async (_: unknown, changes: readonly ChangeOfOthers[]) => {
      const other = await options.reopen();
      const left = [...changes];
      const after = async (text: string) => {
        const change = /^\s*(?:select|with)/.test(text) ? left.shift() : undefined;
        if (!change) return;
        statements.watch();
        await makeChangeOfOthers(other, change);
        statements.watch({ after });
      };
      statements.watch({ after });
      return async () => {
        statements.watch();
        await other.close();
      };
    },
    swallow: async (_: unknown, rows: SwallowedRows) => {
      const before = {
        entry: 'insert on audit_entries',
        changes: 'insert on audit_changes',
        set: 'insert or update or delete on user_permissions',
      };
      await ask(
        opened.url,
        `create function swallow() returns trigger language plpgsql as 'begin return null; end';
         create trigger swallows before ${before[rows]} for each row execute function swallow()`,
      );
      return async () => void (await ask(opened.url, 'drop function swallow() cascade'));
    },
  };

  auditLogContract(organisation, options);
  departmentRepositoryContract(organisation, options);
  organisationCopyContract(organisation, options);
  organisationContract(organisation, options);
  permissionStoreContract(organisation, options);
  permissionsThatEndContract(organisation);
  const behindTheGuards = async (...statements: string[]) => {
    await ask(opened.url, 'set session_replication_role = replica', ...statements);
  };
  integrityCheckerContract(
    async (setting) => ({
      ...(await organisation(setting)),
      tamper: (userId, permissions) =>
        behindTheGuards(
          `delete from user_permissions where user_id = '${userId}'`,
          ...permissions.map(
            (one, n) => `insert into user_permissions values ('${userId}', ${n}, '${one}', null)`,
          ),
        ),
    }),
    {
      ...options,
      swapEmail: async (_, userId, email) => {
        await behindTheGuards(`delete from user_emails where user_id = '${userId}'`);
        await behindTheGuards(`insert into user_emails values ('${userId}', 0, '${email}', '${email}')`);
      },
      alterTrail: (_, how) =>
        ask(
          opened.url,
          how === 'alter'
            ? "update audit_entries set reason = 'x'"
            : 'delete from audit_entries where id = 1',
        ),
      addTrigger: async () => {
        const runs = 'for each row execute function suppress_redundant_updates_trigger()';
        await ask(opened.url, `create trigger foreign_one before update on counters ${runs}`);
        return async () => void (await ask(opened.url, 'drop trigger foreign_one on counters'));
      },
      removeUser: (_, userId) => behindTheGuards(`delete from users where id = '${userId}'`),
    },
  );
  trailStoreContract(organisation, options);
  userDirectoryContract(organisation, options);
  lookupCacheContract(
    async (capacity, clock) => new PostgresLookupCache(opened.database, { capacity, clock }),
  );
  rateLimiterContract(async (policy) => new PostgresRateLimiter(opened.database, policy, silent));
});
