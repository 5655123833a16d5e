import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import { aDraft, aSigner, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { portsOf, temporaryFolder } from './open-temporary.ts';

describe('The audit chain', function () {
  this.timeout(60_000);
  const folder = temporaryFolder();

  it('has no gap where four processes write concurrently', async () => {
    const file = folder.path('shared.db');
    const database = openDatabase(file)._unsafeUnwrap();
    const { audit, organisation } = portsOf(database);
    await organisation.importUsers(
      [1, 2, 3].map((n) => aUser(n, { permissions: ['service.a'] })),
      { ...aDraft(), action: 'set' },
    );

    const workers = ['a', 'b', 'c', 'd'].map((name) =>
      fork(join(import.meta.dirname, 'chain-worker.ts'), [file, name, '48']),
    );
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const reports = workers.map((worker) => once(worker, 'message') as Promise<[number]>);
    const exits = workers.map((worker) => once(worker, 'exit') as Promise<[number | null]>);
    for (const worker of workers) worker.send('go');
    const written = (await Promise.all(reports)).map(([count]) => count);
    expect((await Promise.all(exits)).map(([code]) => code)).to.deep.equal([0, 0, 0, 0]);
    expect(written).to.deep.equal([60, 60, 60, 60]);

    const verified = (await verifyAuditTrail({ audit, verifier: aSigner() }))._unsafeUnwrap();
    expect(verified).to.include({ entries: 3 + 240 });
    const trail = (await audit.list({ limit: 1000 }))._unsafeUnwrap();
    const turns = trail.filter(({ actor }, index) => actor !== trail[index - 1]?.actor).length;
    expect(turns, 'changes of the writer').to.be.greaterThan(10);
    database.close();
  });

  describe('after a direct change of the file', () => {
    const tampered = async (sql: string) => {
      const database = openDatabase(folder.path('tampered.db'))._unsafeUnwrap();
      const { audit, organisation, permissions } = portsOf(database);
      await organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
        ...aDraft(),
        action: 'set',
      });
      await makeChange(permissions, 1, 'remove', ['service.a']);
      const triggers = database
        .prepare("select name from sqlite_schema where type = 'trigger'")
        .pluck()
        .all();
      for (const name of triggers) database.exec(`drop trigger "${name}"`);
      database.exec(sql);
      const verified = await verifyAuditTrail({ audit, verifier: aSigner() });
      const entries = await audit.list({ limit: 10 });
      database.close();
      return { verified, entries: entries._unsafeUnwrap() };
    };

    for (const json of ['["service.a', '{}', '[1]']) {
      it(`can be read, and so checked, where a list is ${json}`, async () => {
        const { entries, verified } = await tampered(
          `update audit_entries set requested = '${json}' where id = 1`,
        );
        expect(verified._unsafeUnwrapErr()).to.include({ flaw: 'altered', entryId: 1 });
        expect(entries[0]?.requested).to.deep.equal([json]);
      });
    }

    const ways: Readonly<Record<string, string>> = {
      'a permission is changed': "update audit_changes set permission = 'service.b' where entry_id = 1",
      'a permission is broken': "update audit_changes set permission = '\\' where entry_id = 1",
      'a permission was added and not removed':
        "update audit_changes set kind = 'removed' where entry_id = 1",
      'a permission is missing': 'delete from audit_changes where entry_id = 1',
      'there is an additional one': "insert into audit_changes values (1, 1, 'added', 'service.b')",
      'the former set is changed': `update audit_entries set "before" = '["service.b"]' where id = 1`,
      'a later set is added': `update audit_entries set "after" = '["service.b"]' where id = 1`,
      'a former end is added': `update audit_entries set ends_before = '{"service.a":"2030-01-01T00:00:00.000Z"}' where id = 1`,
    };
    for (const [what, sql] of Object.entries(ways)) {
      it(`is broken where ${what}`, async () => {
        const { verified } = await tampered(sql);
        expect(verified._unsafeUnwrapErr()).to.include({ flaw: 'altered', entryId: 1 });
      });
    }

    it('is invalid without its seals', async () => {
      const { verified } = await tampered(
        "update audit_entries set previous = '', digest = '', key_id = '', actor = 'cli:else'",
      );
      expect(verified._unsafeUnwrapErr()).to.include({ flaw: 'altered', entryId: 1 });
    });
  });
});
