import { setImmediate as nextTurn } from 'node:timers/promises';
import { type OpenedSqlite, openSqlite } from '@ops-admin/adapter-sqlite';
import type { ChangeRequest } from '@ops-admin/core';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import {
  AS_IT_COMES,
  aDraft,
  anId,
  aPatience,
  aRequest,
  aSigner,
  aUser,
  makeChange,
} from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { temporaryFolder } from './open-temporary.ts';

const USERS = 30;
const HELD = Array.from({ length: 300 }, (_, n) => `service.module${n % 20}.action-${n}`);
/** Who is changed alone. */
const OTHER = USERS + 1;

describe('Changes of many users who hold much, as a service makes them', () => {
  const folder = temporaryFolder();
  const log = { error: () => {}, info: () => {} };
  const file = () => folder.path('organisation.db');
  let opened: OpenedSqlite;

  beforeEach(async () => {
    opened = openSqlite({ file: file(), log, threads: 2 })._unsafeUnwrap();
    const users = Array.from({ length: USERS }, (_, n) => aUser(n + 1, { permissions: HELD }));
    const { organisation } = opened.sealedBy(aSigner());
    const imported = await organisation.importUsers([...users, aUser(OTHER)], { ...aDraft(), action: 'set' });
    imported._unsafeUnwrap();
  });
  afterEach(() => opened.close());

  const permissions = () => opened.sealedBy(aSigner()).permissions;
  const all = (action: 'add' | 'remove', strings: readonly string[]): ChangeRequest[] =>
    Array.from({ length: USERS }, (_, n) => aRequest(n + 1, action, strings));
  const heldBy = async (n: number) => (await opened.users.find(anId(n)))._unsafeUnwrap()?.permissions.size;

  it('leave others what there was before, until all of it is written', async () => {
    const changing = permissions().change(all('remove', ['service.module1.*']), AS_IT_COMES);
    const seen = new Set<unknown>();
    let isOver = false;
    const over = changing.then(() => {
      isOver = true;
    });
    for (; !isOver; await nextTurn()) {
      // All at one moment.
      const { users } = (await opened.users.search({ start: 0, end: 500 }))._unsafeUnwrap();
      const sizes = users.flatMap(({ id, permissions }) => (id === anId(OTHER) ? [] : permissions.size));
      seen.add([...new Set(sizes)].join());
    }
    await over;
    const left = HELD.length - HELD.length / 20;
    expect([...seen][0]).to.equal(`${HELD.length}`);
    expect([`${HELD.length}`, `${HELD.length},${left}`]).to.include([...seen].join());
    expect([await heldBy(1), await heldBy(USERS)]).to.deep.equal([left, left]);
  });

  it('come before what was asked for after them, and after what was before, in one chain', async () => {
    const before = makeChange(permissions(), OTHER, 'add', ['service.one.read']);
    const changing = permissions().change(all('add', ['service.new.read']), AS_IT_COMES);
    const after = makeChange(permissions(), OTHER, 'add', ['service.two.read']);
    const again = permissions().change(all('remove', ['service.new.read']), AS_IT_COMES);
    const entries = (await changing)._unsafeUnwrap().map((one) => (one.type === 'made' ? one.entry?.id : 0));
    const [one, two] = [await before, await after];
    await again;
    expect(one.id).to.be.below(entries[0] as number);
    expect(two.id).to.be.above(entries.at(-1) as number);
    expect(await heldBy(1)).to.equal(HELD.length);
    const verified = await verifyAuditTrail({ audit: opened.audit, verifier: aSigner() });
    expect(verified.isOk()).to.equal(true);
  });

  it('have others wait for the lock no longer than for another process', async () => {
    const spent = [0, 4_999, 0].map(aPatience);
    let calls = 0;
    const impatient = openSqlite({ file: file(), log, threads: 1, patience: () => spent[calls++] });
    const { close, sealedBy } = impatient._unsafeUnwrap();
    const store = sealedBy(aSigner()).permissions;
    const other = new Database(file());
    other.exec('begin immediate');
    const changing = store.change(all('add', ['service.new.read']), AS_IT_COMES);
    const refused = store.change([aRequest(OTHER, 'add', ['service.new.read'])], AS_IT_COMES);
    const made = store.change([aRequest(OTHER, 'add', ['service.other.read'])], AS_IT_COMES);
    expect((await refused)._unsafeUnwrapErr()).to.include({ type: 'store-unavailable', isBusy: true });
    other.close();
    expect((await changing).isOk()).to.equal(true);
    expect((await made).isOk()).to.equal(true);
    expect(spent.map(({ log }) => log)).to.deep.equal([
      ['wait', 'over', 'renew'],
      ['wait', 'over'],
      ['wait', 'over', 'renew'],
    ]);
    await close();
  });

  it('wait for the lock of another process, and write nothing where it is not let go', async () => {
    const other = new Database(file());
    other.exec('begin immediate');
    const quick = openSqlite({ file: file(), log, threads: 1, waitMs: 100 })._unsafeUnwrap();
    const refused = await quick.sealedBy(aSigner()).permissions.change(all('remove', HELD), AS_IT_COMES);
    expect(refused._unsafeUnwrapErr()).to.include({ type: 'store-unavailable', isBusy: true });
    await quick.close();
    const waiting = permissions().change(all('add', ['service.new.read']), AS_IT_COMES);
    for (let n = 0; n < 50; n++) await nextTurn();
    other.exec('rollback');
    other.close();
    expect((await waiting).isOk()).to.equal(true);
    expect(await heldBy(USERS)).to.equal(HELD.length + 1);
  });

  it('are whole or not at all where one cannot be written, and others go on', async () => {
    const other = new Database(file());
    other.exec(`create trigger refuses before insert on audit_entries when new.user_id = '${anId(USERS)}'
      begin select raise(abort, 'refused'); end`);
    const newest = (await opened.audit.newestId())._unsafeUnwrap();
    const failing = permissions().change(all('remove', ['service.module1.*']), AS_IT_COMES);
    const after = permissions().change([aRequest(OTHER, 'add', ['service.new.read'])], AS_IT_COMES);
    expect((await failing)._unsafeUnwrapErr().type).to.equal('store-unavailable');
    expect((await after).isOk()).to.equal(true);
    expect((await opened.audit.newestId())._unsafeUnwrap()).to.equal(newest + 1);
    expect(await heldBy(1)).to.equal(HELD.length);
    other.exec('drop trigger refuses');
    other.close();
  });

  it('are made to their end when the database is closed meanwhile, or not at all', async () => {
    const changing = permissions().change(all('remove', ['service.module1.*']), AS_IT_COMES);
    await nextTurn();
    await opened.close();
    const changed = await changing;
    opened = openSqlite({ file: file(), log, threads: 2 })._unsafeUnwrap();
    const left = HELD.length - (changed.isOk() ? HELD.length / 20 : 0);
    expect([await heldBy(1), await heldBy(USERS)]).to.deep.equal([left, left]);
  });
});
