import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import { VerifyAuditTrail } from '@ops-admin/core';
import { aDraft, aSealer, aUser, makeChange } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { portsOf, temporaryFolder } from './open-temporary.ts';

describe('The audit chain', function () {
  this.timeout(60_000);
  const folder = temporaryFolder();

  it('has no break where four processes write at once', async () => {
    const file = folder.path('shared.db');
    const database = openDatabase(file)._unsafeUnwrap();
    const { audit, organisation } = portsOf(database);
    await organisation.importUsers(
      [1, 2, 3].map((n) => aUser(n, { permissions: ['service.a'] })),
      { ...aDraft(), action: 'set' },
    );

    const workers = ['a', 'b', 'c', 'd'].map((name) =>
      fork(join(import.meta.dirname, 'chain-worker.ts'), [file, name, '120']),
    );
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const reports = workers.map((worker) => once(worker, 'message') as Promise<[number]>);
    const exits = workers.map((worker) => once(worker, 'exit') as Promise<[number | null]>);
    for (const worker of workers) worker.send('go');
    const written = (await Promise.all(reports)).map(([count]) => count);
    expect((await Promise.all(exits)).map(([code]) => code)).to.deep.equal([0, 0, 0, 0]);
    expect(written).to.deep.equal([150, 150, 150, 150]);

    const verified = (await new VerifyAuditTrail(audit, aSealer()).execute())._unsafeUnwrap();
    expect(verified).to.include({ entries: 3 + 600, unsealed: 0 });
    const trail = (await audit.list({ limit: 1000 }))._unsafeUnwrap();
    const turns = trail.filter(({ actor }, index) => actor !== trail[index - 1]?.actor).length;
    expect(turns, 'changes of the writer').to.be.greaterThan(10);
    database.close();
  });

  for (const [what, json] of Object.entries({
    'no JSON': '["service.a',
    'no list': '{}',
    'no text': '[1]',
  })) {
    it(`can be read where a list is ${what} any more, and so be checked`, async () => {
      const database = openDatabase(folder.path('tampered.db'))._unsafeUnwrap();
      const { audit, organisation, permissions } = portsOf(database);
      await organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
        ...aDraft(),
        action: 'set',
      });
      await makeChange(permissions, 1, 'remove', []);
      database.exec('drop trigger audit_entries_are_never_altered');
      database.prepare('update audit_entries set added = ? where id = 1').run(json);
      const found = await new VerifyAuditTrail(audit, aSealer()).execute();
      expect(found._unsafeUnwrapErr()).to.include({ flaw: 'altered', entryId: 1 });
      expect((await audit.find(1))._unsafeUnwrap()?.added).to.deep.equal([json]);
      database.close();
    });
  }
});
