import {
  auditLogContract,
  departmentRepositoryContract,
  identityRegistryContract,
  organisationContract,
  permissionStoreContract,
  userDirectoryContract,
} from '@ops-admin/core/testing';
import { openTemporaryOrganisation } from './open-temporary.js';

describe('SQLite adapter', () => {
  auditLogContract(openTemporaryOrganisation);
  departmentRepositoryContract(openTemporaryOrganisation);
  identityRegistryContract(openTemporaryOrganisation);
  organisationContract(openTemporaryOrganisation);
  permissionStoreContract(openTemporaryOrganisation);
  userDirectoryContract(openTemporaryOrganisation);
});
