import {
  auditLogContract,
  departmentRepositoryContract,
  integrityCheckerContract,
  organisationContract,
  organisationCopyContract,
  permissionStoreContract,
  permissionsThatEndContract,
  trailStoreContract,
  userDirectoryContract,
} from '@ops-admin/testing/contracts';
import {
  openInMemory,
  openServedOrganisation,
  openTemporaryOrganisation,
  SUITE_OPTIONS,
} from './open-temporary.ts';

describe('SQLite adapter', () => {
  auditLogContract(openTemporaryOrganisation, SUITE_OPTIONS);
  departmentRepositoryContract(openTemporaryOrganisation, SUITE_OPTIONS);
  organisationCopyContract(openTemporaryOrganisation, SUITE_OPTIONS);
  organisationContract(openTemporaryOrganisation, SUITE_OPTIONS);
  permissionStoreContract(openTemporaryOrganisation, SUITE_OPTIONS);
  permissionsThatEndContract(openTemporaryOrganisation);
  integrityCheckerContract(openTemporaryOrganisation, {
    ...SUITE_OPTIONS,
    swapEmail: ({ database }, userId, email) => {
      database.prepare('delete from user_emails where user_id = ?').run(userId);
      database.prepare('insert into user_emails values (?, 0, ?)').run(userId, email);
    },
    alterTrail: ({ database }, how) =>
      database.exec(
        how === 'alter' ? "update audit_entries set reason = 'x'" : 'delete from audit_entries where id = 1',
      ),
    addTrigger: ({ database }) => {
      database.exec('create trigger foreign_one before delete on counters begin select 1; end');
      return () => void database.exec('drop trigger foreign_one');
    },
    removeUser: ({ database }, userId) => {
      database.pragma('foreign_keys = off');
      database.prepare('delete from users where id = ?').run(userId);
    },
    keepSet: ({ database }, userId, entryId, permissions) => {
      const keep = database.prepare('insert into audit_sets (user_id, entry_id, "after") values (?, ?, ?)');
      keep.run(userId, entryId, JSON.stringify(permissions));
    },
  });
  trailStoreContract(openTemporaryOrganisation, SUITE_OPTIONS);
  userDirectoryContract(openTemporaryOrganisation, SUITE_OPTIONS);
});

describe('SQLite adapter with threads', () => {
  // What comes between statements is only known of a connection here.
  const { break: breaks, holdLock, reopen, swallow } = SUITE_OPTIONS;
  const options = { break: breaks, holdLock, reopen, swallow };
  auditLogContract(openServedOrganisation, options);
  organisationContract(openServedOrganisation, options);
  permissionStoreContract(openServedOrganisation, options);
  permissionsThatEndContract(openServedOrganisation);
});

describe('SQLite adapter in memory', () => {
  auditLogContract(openInMemory);
  departmentRepositoryContract(openInMemory);
  organisationCopyContract(openInMemory);
  organisationContract(openInMemory);
  permissionStoreContract(openInMemory);
  permissionsThatEndContract(openInMemory);
  trailStoreContract(openInMemory);
  userDirectoryContract(openInMemory);
});
