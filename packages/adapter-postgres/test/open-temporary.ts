import {
  openDatabase,
  PostgresAuditLog,
  type PostgresDatabase,
  PostgresDepartmentRepository,
  PostgresHealthProbe,
  PostgresIntegrityChecker,
  PostgresOrganisation,
  PostgresOrganisationArchive,
  PostgresPermissionStore,
  PostgresTrailKeeper,
  PostgresUserDirectory,
} from '@ops-admin/adapter-postgres';
import type { AuditSealer } from '@ops-admin/core';
import { aSealer, type OrganisationPorts } from '@ops-admin/core/fakes';
import { aDatabase, ask } from './a-postgres.ts';

export function portsOf(database: PostgresDatabase, sealer: AuditSealer = aSealer()): OrganisationPorts {
  return {
    archive: new PostgresOrganisationArchive(database),
    audit: new PostgresAuditLog(database),
    departments: new PostgresDepartmentRepository(database),
    health: new PostgresHealthProbe(database),
    integrity: new PostgresIntegrityChecker(database),
    keeper: new PostgresTrailKeeper(database, sealer),
    organisation: new PostgresOrganisation(database, sealer),
    permissions: new PostgresPermissionStore(database, sealer),
    users: new PostgresUserDirectory(database),
  };
}

/** An opened database of its own; `drop` closes it too. */
export async function openTemporary(): Promise<{
  readonly database: PostgresDatabase;
  readonly url: string;
  drop(): Promise<void>;
}> {
  const { url, drop } = await aDatabase();
  const database = (await openDatabase(url))._unsafeUnwrap();
  return {
    database,
    url,
    drop: async () => {
      await database.close();
      await drop();
    },
  };
}

/** Takes everything out of a database, past the guards of the trail: quicker than a new one for each test. */
export async function empty(url: string): Promise<void> {
  await ask(
    url,
    `set session_replication_role = replica;
     delete from user_emails; delete from user_identities; delete from users; delete from departments;
     delete from user_keys; delete from user_permissions; update user_counter set total = 0;
     delete from audit_entries; delete from audit_changes; delete from audit_sets; delete from audit_archives; update audit_counter set last_id = 0; update department_counter set total = 0;
     delete from list_marks where id <> ''; update list_marks set rows = 0, before = 0;
     delete from rate_limits; delete from geocode_answers`,
  );
}
