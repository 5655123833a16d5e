import { openSqlite } from '@ops-admin/adapter-sqlite';
import { AccessPolicy, err, ok, orThrow } from '@ops-admin/core';
import { permissionOperations } from '@ops-admin/core/operations';
import { aDraft, anId, aSigner, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { temporaryFolder } from './open-temporary.ts';

describe('A change within a transaction of the embedding program', () => {
  const folder = temporaryFolder();

  it('is refused, and not made whether or not that is undone', async () => {
    const sqlite = orThrow(openSqlite({ file: folder.path('host.db') }));
    const { organisation, permissions: store } = sqlite.sealedBy(aSigner());
    await organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
    const { audit, users } = sqlite;
    const policy = new AccessPolicy();
    const permissions = permissionOperations({ store, audit, users, policy, clock: () => new Date() });
    const origin = { actor: 'host', source: 'embedded' } as const;
    const changes = [{ user: anId(1), permissions: ['service.a.read'] }];

    for (const outer of [ok('kept'), err('undone')]) {
      const refused: unknown[] = [];
      const inner: Promise<unknown>[] = [];
      const written = await sqlite.transaction(async () => {
        const change = permissions.change({ action: 'add', changes, origin });
        inner.push(
          change.then(
            () => {},
            (error: unknown) => refused.push(error),
          ) as Promise<unknown>,
        );
        return outer;
      });
      await Promise.all(inner);
      expect(written).to.deep.equal(outer);
      expect(refused).to.have.length(1);
      expect(String(refused[0])).to.match(/cannot be part of another transaction/);
    }
    const [held] = [...orThrow(await store.find(anId(1)))];
    expect(held).to.equal(undefined);

    // Neither one after it, nor one of another database, is part of it.
    orThrow(await permissions.change({ action: 'add', changes, origin }));
    await sqlite.close();
  });
});
