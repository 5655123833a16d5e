import { PostgresLookupCache, PostgresRateLimiter } from '@ops-admin/adapter-postgres';
import {
  auditLogContract,
  departmentRepositoryContract,
  identityRegistryContract,
  integrityCheckerContract,
  lookupCacheContract,
  type OpenOrganisation,
  organisationArchiveContract,
  organisationContract,
  permissionStoreContract,
  rateLimiterContract,
  userDirectoryContract,
} from '@ops-admin/core/contracts';
import { ask } from './a-postgres.ts';
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
  identityRegistryContract(organisation);
  organisationArchiveContract(organisation);
  organisationContract(organisation);
  permissionStoreContract(organisation);
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
    };
  });
  userDirectoryContract(organisation);
  lookupCacheContract(
    async (capacity, clock) => new PostgresLookupCache(opened.database, { capacity, clock }),
  );
  rateLimiterContract(async (policy) => new PostgresRateLimiter(opened.database, policy, silent));
});
