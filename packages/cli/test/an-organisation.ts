import { openKeyFile } from '@ops-admin/adapter-key-file';
import {
  connectionsOf,
  openDatabase,
  SqliteAuditLog,
  SqliteOrganisation,
  SqlitePermissionStore,
  SqliteUserDirectory,
} from '@ops-admin/adapter-sqlite';
import { AccessPolicy, type AuditEntry, type ChangeOrigin, ChangePermissions } from '@ops-admin/core';
import { aDraft, anId, aUser } from '@ops-admin/core/fakes';
import type { Workplace } from './ops-admin.ts';

/** The organisation of a workplace, worked on without starting the command for it. */
export interface AnOrganisation {
  add(user: number, permissions: string[], origin?: Partial<ChangeOrigin>): Promise<void>;
  remove(user: number, permissions: string[], origin?: Partial<ChangeOrigin>): Promise<void>;
  held(user: number): Promise<string[]>;
  trail(): Promise<readonly AuditEntry[]>;
  close(): void;
}

/** Makes the database and the key file of a workplace, with the users `user1@example.org` and so on. */
export async function anOrganisation(
  workplace: Workplace,
  ...permissions: string[][]
): Promise<AnOrganisation> {
  const database = openDatabase(workplace.path('ops-admin.db'))._unsafeUnwrap();
  const { auditSealer } = openKeyFile(workplace.path('ops-admin.keys.json'))._unsafeUnwrap();
  const store = new SqlitePermissionStore(connectionsOf(database), auditSealer);
  const changes = new ChangePermissions({
    store,
    users: new SqliteUserDirectory(connectionsOf(database)),
    clock: () => new Date(),
    policy: new AccessPolicy(),
  });
  await new SqliteOrganisation(connectionsOf(database), auditSealer).importUsers(
    permissions.map((held, n) => aUser(n + 1, { permissions: held })),
    { ...aDraft(), action: 'set', actor: 'cli:importer', source: 'import' },
  );
  const change =
    (action: 'add' | 'remove'): AnOrganisation['add'] =>
    async (user, texts, origin) => {
      const orders = [{ user: anId(user), permissions: texts }];
      const given = { actor: 'cli:operator', source: 'cli' as const, ...origin };
      const changed = await changes.execute({ action, orders, origin: given, keepAdmin: false });
      if (!changed._unsafeUnwrap().rows[0]?.entry) throw new Error('nothing was changed');
    };
  return {
    add: change('add'),
    remove: change('remove'),
    held: async (user) => [...(await store.find(anId(user)))._unsafeUnwrap()],
    trail: async () =>
      (await new SqliteAuditLog(connectionsOf(database)).list({ limit: 10_000 }))._unsafeUnwrap(),
    close: () => {
      database.close();
    },
  };
}
