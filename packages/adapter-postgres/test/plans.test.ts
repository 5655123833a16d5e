import { openDatabase } from '@ops-admin/adapter-postgres';
import { AS_IT_COMES, aDraft, aRequest, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { openTemporary, portsOf } from './open-temporary.ts';
import { watchedStatements } from './watched-statements.ts';

/** The number of rows that a transaction has read by full table scans. */
const READ_WHOLE = `
  select relname, seq_tup_read::int as rows from pg_stat_xact_user_tables where relname like 'audit_%' and seq_tup_read > 0`;

describe('A PostgreSQL server without statistics for its tables', function () {
  this.timeout(60_000);
  const statements = watchedStatements();
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  before(async () => {
    opened = await openTemporary();
  });
  after(() => opened.drop());

  it('reads only the part of a long audit log that an entry needs', async () => {
    const { audit, organisation, permissions } = portsOf(opened.database);
    const users = Array.from({ length: 4000 }, (_, n) =>
      aUser(n + 1, { permissions: ['service.user.read'] }),
    );
    (await organisation.importUsers(users, { ...aDraft(), action: 'set', batch: 'one' }))._unsafeUnwrap();
    await makeChange(permissions, 7, 'add', ['service.user.update']);
    const readWhole: Promise<readonly object[]>[] = [];
    const watch = () =>
      statements.watch({
        before: (text, client) => {
          if (text === 'commit') readWhole.push(client.query(READ_WHOLE).then(({ rows }) => rows));
        },
      });
    // Behind such a pooler each statement has a transaction, which knows what it has read.
    const pooled = (await openDatabase(opened.url, { pooler: 'transaction' }))._unsafeUnwrap();
    watch();
    const entries = (await portsOf(pooled).audit.list({ newestFirst: true, limit: 1 }))._unsafeUnwrap();
    statements.watch();
    expect(entries).to.have.lengthOf(1);
    expect((await Promise.all(readWhole)).flat()).to.deep.equal([]);
    expect(readWhole.splice(0)).to.have.lengthOf.at.least(2);
    await pooled.close();
    const ofRun = (n: number) =>
      aRequest((n % 4000) + 1, 'add', ['service.user.update'], { batch: 'one', reverts: n + 1 });
    for (const first of [0, 1, 3998]) {
      watch();
      const requests = Array.from({ length: 2 }, (_, n) => ofRun(first + n));
      (await permissions.change(requests, AS_IT_COMES))._unsafeUnwrap();
      statements.watch();
    }
    expect((await Promise.all(readWhole)).flat()).to.deep.equal([]);
    expect(readWhole).to.have.lengthOf(3);
    const [run] = (await audit.batches({ limit: 1 }))._unsafeUnwrap();
    expect(run).to.include({ batch: 'one', entries: 4005, users: 4000, undone: 5 });
  });
});
