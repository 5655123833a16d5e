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
import { openInMemory, openTemporaryOrganisation, SUITE_OPTIONS } from './open-temporary.ts';

describe('SQLite adapter', () => {
  auditLogContract(openTemporaryOrganisation, SUITE_OPTIONS);
  departmentRepositoryContract(openTemporaryOrganisation, SUITE_OPTIONS);
  organisationCopyContract(openTemporaryOrganisation, SUITE_OPTIONS);
  organisationContract(openTemporaryOrganisation, SUITE_OPTIONS);
  permissionStoreContract(openTemporaryOrganisation, SUITE_OPTIONS);
  permissionsThatEndContract(openTemporaryOrganisation);
  integrityCheckerContract(openTemporaryOrganisation, {
    ...SUITE_OPTIONS,
    swapEmail: ({ other }, userId, email) => {
      other.prepare('delete from user_emails where user_id = ?').run(userId);
      other.prepare('insert into user_emails values (?, 0, ?, ?)').run(userId, email, email);
    },
    alterTrail: ({ other }, how) =>
      other.exec(
        how === 'alter' ? "update audit_entries set reason = 'x'" : 'delete from audit_entries where id = 1',
      ),
    addTrigger: ({ other }) => {
      other.exec('create trigger foreign_one before delete on counters begin select 1; end');
      return () => void other.exec('drop trigger foreign_one');
    },
    removeUser: ({ other }, userId) => {
      other.pragma('foreign_keys = off');
      other.prepare('delete from users where id = ?').run(userId);
    },
  });
  trailStoreContract(openTemporaryOrganisation, SUITE_OPTIONS);
  userDirectoryContract(openTemporaryOrganisation, SUITE_OPTIONS);
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
