import {
  openDatabase,
  type PostgresDatabase,
  PostgresLookupCache,
  PostgresRateLimiter,
} from '@ops-admin/adapter-postgres';
import { aDraft, anId, aUser } from '@ops-admin/testing';
import {
  auditLogContract,
  departmentRepositoryContract,
  lookupCacheContract,
  type OpenedStore,
  type OpenStore,
  organisationContract,
  organisationCopyContract,
  permissionStoreContract,
  permissionsThatEndContract,
  rateLimiterContract,
  trailStoreContract,
  userDirectoryContract,
} from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { Client } from 'pg';
import { until } from '../../../test/until.ts';
import { type APgBouncer, aPgBouncer, hasPgBouncer } from './a-pgbouncer.ts';
import { aDatabase, ask, hold } from './a-postgres.ts';
import { empty, portsOf } from './open-temporary.ts';
import { silent } from './silent.ts';

const LIMITS = `
  select name, setting from pg_settings
  where name in ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout') order by name`;
const NO_LIMITS = [
  { name: 'idle_in_transaction_session_timeout', setting: '0' },
  { name: 'lock_timeout', setting: '0' },
  { name: 'statement_timeout', setting: '0' },
];

for (const [pooler, connections] of [
  ['session', 60],
  // Fewer than those of one pool of ours, so that they are shared.
  ['transaction', 3],
] as const) {
  describe(`PostgreSQL behind PgBouncer, by ${pooler}`, () => {
    let made: Awaited<ReturnType<typeof aDatabase>>;
    let bouncer: APgBouncer;
    let database: PostgresDatabase;
    before(async function () {
      if (!hasPgBouncer) {
        process.stderr.write('There is no pgbouncer: nothing is tested behind it\n');
        this.skip();
      }
      made = await aDatabase();
      bouncer = await aPgBouncer(made.url, pooler, connections);
      database = (await openDatabase(bouncer.url, { pooler }))._unsafeUnwrap();
    });
    beforeEach(() => empty(made.url));
    after(async () => {
      await database?.close();
      await bouncer?.stop();
      await made?.drop();
    });
    const organisation: OpenStore<OpenedStore> = async ({
      clock,
      departments = [],
      signer,
      users,
      waitMs,
    }) => {
      const own =
        waitMs === undefined
          ? undefined
          : (await openDatabase(bouncer.url, { pooler, waitMs }))._unsafeUnwrap();
      const ports = portsOf(own ?? database, signer, clock);
      (await ports.organisation.importDepartments(departments, aDraft()))._unsafeUnwrap();
      (await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
      return {
        ...ports,
        close: async () => {
          await own?.close();
          await empty(made.url);
        },
      };
    };
    const without = 'shown without PgBouncer';
    const options = {
      break: without,
      failDuringChange: without,
      changeDuringRead: without,
      swallow: without,
      reopen: async (): Promise<OpenedStore> => {
        const other = (await openDatabase(bouncer.url, { pooler }))._unsafeUnwrap();
        return { ...portsOf(other), close: () => other.close() };
      },
      holdLock: () => hold(made.url, "select total from counters where name = 'audit_entries' for update"),
    };
    auditLogContract(organisation, options);
    departmentRepositoryContract(organisation, options);
    organisationContract(organisation, options);
    organisationCopyContract(organisation, options);
    permissionStoreContract(organisation, options);
    permissionsThatEndContract(organisation);
    trailStoreContract(organisation, options);
    userDirectoryContract(organisation, options);
    lookupCacheContract(async (capacity, clock) => new PostgresLookupCache(database, { capacity, clock }));
    rateLimiterContract(async (policy) => new PostgresRateLimiter(database, policy, silent));

    it('ends an instance that freezes during a change after 30 seconds, and other waits later', async () => {
      const limits = await database.transaction((sql) => sql.all<{ name: string }>(LIMITS), { isLong: true });
      const [idle, lock, statement] = limits;
      expect([idle, statement]).to.deep.equal([
        { name: 'idle_in_transaction_session_timeout', setting: '30000' },
        { name: 'statement_timeout', setting: '15000' },
      ]);
      expect(lock)
        .to.have.property('setting')
        .that.matches(/^4\d\d\d$/);
      const ofReads = await database.all<{ setting: string }>(LIMITS);
      expect(ofReads.map(({ setting }) => setting)).to.deep.equal(['30000', '4750', '5000']);
    });

    it('leaves no setting in a connection that another program uses next', async () => {
      await Promise.all(Array.from({ length: 12 }, () => portsOf(database).users.find(anId(1))));
      for (const state of ['before a change', 'after a change']) {
        // More programs than one, so that each connection of the pool is seen.
        const seen = await Promise.all(
          Array.from({ length: 6 }, async () => [
            await ask(bouncer.url, LIMITS),
            await ask(bouncer.url, 'select name from pg_prepared_statements'),
          ]),
        );
        for (const one of seen) expect(one, state).to.deep.equal([NO_LIMITS, []]);
        await portsOf(database).organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
      }
    });

    it('releases the lock of a killed instance immediately', async () => {
      const killed = new Client({ connectionString: bouncer.url });
      killed.on('error', () => {});
      await killed.connect();
      await killed.query('begin');
      await killed.query("select total from counters where name = 'audit_entries' for update");
      const importing = portsOf(database).organisation.importUsers([aUser(1)], {
        ...aDraft(),
        action: 'set',
      });
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await until(async () => (await ask(made.url, waiting)).length > 0, 'a change that waits');
      (killed as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      expect((await importing).isOk()).to.equal(true);
    });
  });
}
