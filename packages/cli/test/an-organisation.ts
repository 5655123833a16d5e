import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import { AccessPolicy, type AuditEntry, type ChangeOrigin } from '@ops-admin/core';
import { permissionOperations } from '@ops-admin/core/operations';
import { aDraft, anId, aUser } from '@ops-admin/testing';
import type { Workplace } from './ops-admin.ts';

/** The organisation of a workplace, worked on without starting the command for it. */
export interface AnOrganisation {
  add(user: number, permissions: string[], origin?: Partial<ChangeOrigin>): Promise<void>;
  remove(user: number, permissions: string[], origin?: Partial<ChangeOrigin>): Promise<void>;
  held(user: number): Promise<string[]>;
  trail(): Promise<readonly AuditEntry[]>;
  close(): Promise<void>;
}

/** Makes the database and the key file of a workplace, with the users `user1@example.org` and so on. */
export async function anOrganisation(
  workplace: Workplace,
  ...permissions: string[][]
): Promise<AnOrganisation> {
  const stores = openSqlite({ file: workplace.path('ops-admin.db') })._unsafeUnwrap();
  const { trailSigner } = openKeyFile(workplace.path('ops-admin.keys.json'))._unsafeUnwrap();
  const store = stores.sealedBy(trailSigner).permissions;
  const operations = permissionOperations({
    store,
    audit: stores.audit,
    users: stores.users,
    clock: () => new Date(),
    policy: new AccessPolicy(),
  });
  await stores.sealedBy(trailSigner).organisation.importUsers(
    permissions.map((held, n) => aUser(n + 1, { permissions: held })),
    { ...aDraft(), action: 'set', actor: 'cli:importer', source: 'import' },
  );
  const change =
    (action: 'add' | 'remove'): AnOrganisation['add'] =>
    async (user, texts, origin) => {
      const changes = [{ user: anId(user), permissions: texts }];
      const given = { actor: 'cli:operator', source: 'cli' as const, ...origin };
      const changed = await operations.change({ action, changes, origin: given, keepAdmin: false });
      if (!changed._unsafeUnwrap().rows[0]?.entry) throw new Error('nothing was changed');
    };
  return {
    add: change('add'),
    remove: change('remove'),
    held: async (user) => [...(await store.find(anId(user)))._unsafeUnwrap()],
    trail: async () => (await stores.audit.list({ limit: 10_000 }))._unsafeUnwrap(),
    close: () => stores.close(),
  };
}
