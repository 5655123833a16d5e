import {
  auditLogContract,
  departmentRepositoryContract,
  organisationContract,
  permissionStoreContract,
  userDirectoryContract,
} from '@ops-admin/core/testing';
import { openTemporaryOrganisation } from './open-temporary.js';

describe('SQLite adapter', () => {
  auditLogContract(openTemporaryOrganisation);
  departmentRepositoryContract(openTemporaryOrganisation);
  organisationContract(openTemporaryOrganisation);
  permissionStoreContract(openTemporaryOrganisation);
  userDirectoryContract(openTemporaryOrganisation);
});
