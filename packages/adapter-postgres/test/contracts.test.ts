import {
  MIGRATIONS,
  openDatabase,
  PostgresLookupCache,
  PostgresRateLimiter,
} from '@ops-admin/adapter-postgres';
import {
  auditLogContract,
  departmentRepositoryContract,
  integrityCheckerContract,
  lookupCacheContract,
  type OpenOrganisation,
  organisationArchiveContract,
  organisationContract,
  permissionStoreContract,
  rateLimiterContract,
  trailKeeperContract,
  userDirectoryContract,
} from '@ops-admin/core/contracts';
import { anId } from '@ops-admin/core/fakes';
import { OLD_COLUMNS, oldTrailContract } from '../../core/test/old-trail.contract.ts';
import { aDatabase, ask } from './a-postgres.ts';
import { empty, openTemporary, portsOf } from './open-temporary.ts';
import { silent } from './silent.ts';

describe('PostgreSQL adapter', function () {
  this.timeout(60_000);
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  before(async () => {
    opened = await openTemporary();
  });
  beforeEach(() => empty(opened.url));
  after(() => opened.drop());
  const organisation: OpenOrganisation = async () => ({
    ...portsOf(opened.database),
    close: () => empty(opened.url),
  });

  auditLogContract(organisation);
  departmentRepositoryContract(organisation);
  organisationArchiveContract(organisation);
  organisationContract(organisation);
  permissionStoreContract(organisation);
  oldTrailContract(async (rows) => {
    const { url, drop } = await aDatabase();
    await (await openDatabase(url, { migrations: MIGRATIONS.slice(0, 3) }))._unsafeUnwrap().close();
    const literal = (value: string | number | null) =>
      value === null ? 'null' : `'${`${value}`.replaceAll("'", "''")}'`;
    const lines = rows.map(({ values }) => `(${values.map(literal).join()})`);
    await ask(
      url,
      `insert into users values ('${anId(1)}', '', '', '', ${literal(rows.at(-1)?.values[10] ?? null)})`,
      `insert into audit_entries (${OLD_COLUMNS}) values ${lines.join()}`,
      `update audit_counter set last_id = ${rows.length}`,
    );
    const database = (await openDatabase(url))._unsafeUnwrap();
    return {
      ...portsOf(database),
      close: async () => {
        await database.close();
        await drop();
      },
    };
  });
  integrityCheckerContract(async () => {
    const behindTheGuards = async (statement: string) => {
      await ask(opened.url, 'set session_replication_role = replica', statement);
    };
    return {
      ...(await organisation()),
      tamper: (userId, permissions) =>
        behindTheGuards(
          `update users set permissions = '${JSON.stringify(permissions)}' where id = '${userId}'`,
        ),
      removeUser: (userId) => behindTheGuards(`delete from users where id = '${userId}'`),
      keepSet: (userId, entryId, permissions) =>
        behindTheGuards(
          `insert into audit_sets (user_id, entry_id, "after") values ('${userId}', ${entryId}, '${JSON.stringify(permissions)}')`,
        ),
    };
  });
  trailKeeperContract(organisation);
  userDirectoryContract(organisation);
  lookupCacheContract(
    async (capacity, clock) => new PostgresLookupCache(opened.database, { capacity, clock }),
  );
  rateLimiterContract(async (policy) => new PostgresRateLimiter(opened.database, policy, silent));
});
