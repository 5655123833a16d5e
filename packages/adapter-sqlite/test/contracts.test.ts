import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIGRATIONS, openDatabase } from '@ops-admin/adapter-sqlite';
import {
  auditLogContract,
  departmentRepositoryContract,
  integrityCheckerContract,
  type OpenStore,
  organisationArchiveContract,
  organisationContract,
  permissionStoreContract,
  type TamperedStore,
  trailKeeperContract,
  userDirectoryContract,
} from '@ops-admin/core/contracts';
import { anId } from '@ops-admin/core/fakes';
import { OLD_COLUMNS, oldTrailContract } from '../../core/test/old-trail.contract.ts';
import {
  openTemporaryOrganisation,
  portsOf,
  SUITE_OPTIONS,
  type TemporaryOrganisation,
} from './open-temporary.ts';

describe('SQLite adapter', () => {
  auditLogContract(openTemporaryOrganisation, SUITE_OPTIONS);
  departmentRepositoryContract(openTemporaryOrganisation, SUITE_OPTIONS);
  organisationArchiveContract(openTemporaryOrganisation, SUITE_OPTIONS);
  organisationContract(openTemporaryOrganisation, SUITE_OPTIONS);
  permissionStoreContract(openTemporaryOrganisation, SUITE_OPTIONS);
  oldTrailContract(async (rows) => {
    const folder = await mkdtemp(join(tmpdir(), 'ops-admin-sqlite-'));
    const file = join(folder, 'old.db');
    const old = openDatabase(file, { migrations: MIGRATIONS.slice(0, 2) })._unsafeUnwrap();
    old
      .prepare("insert into users (id, first_name, last_name, name, permissions) values (?, '', '', '', ?)")
      .run(anId(1), rows.at(-1)?.values[10]);
    const insert = old.prepare(`insert into audit_entries (${OLD_COLUMNS}) values (${Array(18).fill('?')})`);
    for (const { values } of rows) insert.run(...values);
    old.close();
    const database = openDatabase(file)._unsafeUnwrap();
    return {
      ...portsOf(database),
      close: async () => {
        database.close();
        await rm(folder, { recursive: true });
      },
    };
  });
  type ToTamper = TemporaryOrganisation & TamperedStore;
  const openToTamper: OpenStore<ToTamper> = async (setting) => {
    const opened = await openTemporaryOrganisation(setting);
    return {
      ...opened,
      tamper: (userId, permissions) => {
        const set = opened.database.prepare('update users set permissions = ? where id = ?');
        set.run(JSON.stringify(permissions), userId);
      },
    };
  };
  integrityCheckerContract<ToTamper>(openToTamper, {
    ...SUITE_OPTIONS,
    removeUser: ({ database }, userId) => {
      database.pragma('foreign_keys = off');
      database.prepare('delete from users where id = ?').run(userId);
    },
    keepSet: ({ database }, userId, entryId, permissions) => {
      const keep = database.prepare('insert into audit_sets values (?, ?, null, ?)');
      keep.run(userId, entryId, JSON.stringify(permissions));
    },
  });
  trailKeeperContract(openTemporaryOrganisation, SUITE_OPTIONS);
  userDirectoryContract(openTemporaryOrganisation, SUITE_OPTIONS);
});
