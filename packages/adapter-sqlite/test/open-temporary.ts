import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connectionsOf,
  openDatabase,
  SqliteAuditLog,
  SqliteDepartmentRepository,
  SqliteHealthProbe,
  SqliteIntegrityChecker,
  SqliteOrganisation,
  SqliteOrganisationArchive,
  SqlitePermissionStore,
  SqliteTrailKeeper,
  SqliteUserDirectory,
} from '@ops-admin/adapter-sqlite';
import { aSealer, type OrganisationPorts } from '@ops-admin/core/fakes';
import type Database from 'better-sqlite3';

const SEALER = aSealer();

/** A folder that mocha's hooks make before each test of the suite it is called in, and remove after. */
export function temporaryFolder(): { path(...names: string[]): string } {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ops-admin-sqlite-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return { path: (...names) => join(folder, ...names) };
}

export function portsOf(database: Database.Database): OrganisationPorts {
  const connections = connectionsOf(database);
  return {
    archive: new SqliteOrganisationArchive(database.name),
    audit: new SqliteAuditLog(connections),
    departments: new SqliteDepartmentRepository(connections),
    health: new SqliteHealthProbe(connections),
    integrity: new SqliteIntegrityChecker(connections),
    keeper: new SqliteTrailKeeper(connections, SEALER),
    organisation: new SqliteOrganisation(connections, SEALER),
    permissions: new SqlitePermissionStore(connections, SEALER),
    users: new SqliteUserDirectory(connections),
  };
}

/** An organisation in a file of its own. */
export const openTemporaryOrganisation = async (): Promise<
  OrganisationPorts & { readonly database: Database.Database; close(): Promise<void> }
> => {
  const folder = await mkdtemp(join(tmpdir(), 'ops-admin-sqlite-'));
  const database = openDatabase(join(folder, 'organisation.db'))._unsafeUnwrap();
  return {
    ...portsOf(database),
    database,
    close: async () => {
      database.close();
      await rm(folder, { recursive: true });
    },
  };
};
