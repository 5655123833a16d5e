import {
  auditLogContract,
  departmentRepositoryContract,
  identityRegistryContract,
  integrityCheckerContract,
  organisationArchiveContract,
  organisationContract,
  permissionStoreContract,
  userDirectoryContract,
} from '@ops-admin/core/contracts';
import { openTemporaryOrganisation } from './open-temporary.ts';

describe('SQLite adapter', () => {
  auditLogContract(openTemporaryOrganisation);
  departmentRepositoryContract(openTemporaryOrganisation);
  identityRegistryContract(openTemporaryOrganisation);
  organisationArchiveContract(openTemporaryOrganisation);
  organisationContract(openTemporaryOrganisation);
  permissionStoreContract(openTemporaryOrganisation);
  integrityCheckerContract(async () => {
    const { database, ...ports } = await openTemporaryOrganisation();
    return {
      ...ports,
      tamper: (userId, permissions) => {
        const set = database.prepare('update users set permissions = ? where id = ?');
        set.run(JSON.stringify(permissions), userId);
      },
      removeUser: (userId) => {
        database.pragma('foreign_keys = off');
        database.prepare('delete from users where id = ?').run(userId);
      },
    };
  });
  userDirectoryContract(openTemporaryOrganisation);
});
