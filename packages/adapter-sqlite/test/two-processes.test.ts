import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import { type AuditEntry, PermissionSet } from '@ops-admin/core';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { until } from '../../../test/until.ts';
import { portsOf, temporaryFolder } from './open-temporary.ts';

describe('Processes on one file', () => {
  const folder = temporaryFolder();

  interface Worker {
    readonly process: ChildProcess;
    /** The messages it has sent since it was ready. */
    readonly acknowledged: unknown[];
  }

  async function startWorker(script: string, ...args: (string | number)[]): Promise<Worker> {
    const child = fork(join(import.meta.dirname, script), args.map(String));
    const acknowledged: unknown[] = [];
    await once(child, 'message');
    child.on('message', (message) => acknowledged.push(message));
    return { process: child, acknowledged };
  }

  async function finish(workers: readonly Worker[]): Promise<void> {
    for (const worker of workers) worker.process.send('go');
    const exits = await Promise.all(workers.map((worker) => once(worker.process, 'exit')));
    expect(exits.map(([code]) => code)).to.deep.equal(workers.map(() => 0));
  }

  async function prepare(file: string): Promise<void> {
    const database = openDatabase(file)._unsafeUnwrap();
    await portsOf(database).organisation.importUsers([aUser(1), aUser(2)], { ...aDraft(), action: 'set' });
    database.close();
  }

  async function readBack(file: string): Promise<{ held: string[]; trail: readonly AuditEntry[] }> {
    const database = openDatabase(file)._unsafeUnwrap();
    const ports = portsOf(database);
    const held = [...(await ports.permissions.find(anId(1)))._unsafeUnwrap()];
    const trail = (await ports.audit.list({ limit: 100_000 }))._unsafeUnwrap();
    database.close();
    return { held, trail };
  }

  /** Repeats every change in the audit log, from an empty set. */
  function replay(trail: readonly AuditEntry[]): string[] {
    let set = PermissionSet.of([]);
    for (const { action, requested, before, after, added, removed } of trail) {
      expect(before).to.deep.equal([...set]);
      const change = action === 'add' ? set.replaceWith([...set, ...requested]) : set.remove(requested);
      expect(added).to.deep.equal(change.added);
      expect(removed).to.deep.equal(change.removed);
      set = change.after;
      expect(after).to.deep.equal([...set]);
    }
    return [...set];
  }

  it("never overwrite each other's 1,000 changes, and the audit log agrees with the set", async () => {
    const file = folder.path('shared.db');
    await prepare(file);
    await finish(
      await Promise.all(['left', 'right'].map((name) => startWorker('change-worker.ts', file, name, 500))),
    );

    const { held, trail } = await readBack(file);
    expect(trail).to.have.length(1000);
    expect(replay(trail)).to.deep.equal(held);
    const turns = trail.filter(({ actor }, index) => actor !== trail[index - 1]?.actor).length;
    expect(turns, 'changes of the writer').to.be.greaterThan(10);
  });

  it('never both link an identity concurrently', async () => {
    const file = folder.path('linked.db');
    await prepare(file);
    const workers = await Promise.all([1, 2].map((user) => startWorker('link-worker.ts', file, user, 300)));
    await finish(workers);

    const [left, right] = workers.map(({ acknowledged }) => acknowledged);
    expect(left).to.have.length(300);
    for (const [n, outcome] of left?.entries() ?? []) {
      expect([outcome, right?.[n]], `subject${n}`).to.have.members(['linked', 'identity-taken']);
    }
    const database = openDatabase(file)._unsafeUnwrap();
    const users = (await portsOf(database).users.list())._unsafeUnwrap();
    database.close();
    for (const [index, outcomes] of [left, right].entries()) {
      expect(users[index]?.identities).to.have.length(
        outcomes?.filter((outcome) => outcome === 'linked').length as number,
      );
    }
  });

  it('wait for each other without blocking', async () => {
    const file = folder.path('waiting.db');
    await prepare(file);
    const writer = new Database(file);
    writer.exec('begin immediate');
    const database = openDatabase(file)._unsafeUnwrap();
    const { permissions } = portsOf(database);
    const changing = permissions.change([aRequest(1, 'remove', [])], AS_IT_COMES);

    let ticks = 0;
    const ticking = setInterval(() => {
      ticks++;
    }, 10);
    await until(() => ticks > 5, 'turns of the event loop');
    clearInterval(ticking);
    expect((await permissions.find(anId(1))).isOk(), 'reads go on').to.equal(true);
    const rehearsing = permissions.change([aRequest(1, 'remove', [])], { ...AS_IT_COMES, dryRun: true });
    expect((await rehearsing).isOk(), 'dry runs go on').to.equal(true);
    writer.exec('rollback');
    expect((await changing).isOk()).to.equal(true);
    writer.close();
    database.close();
  });

  it('give up on a lock that is never released, and write nothing', async () => {
    const file = folder.path('stuck.db');
    await prepare(file);
    const holder = new Database(file);
    holder.exec('begin immediate');
    const database = openDatabase(file)._unsafeUnwrap();
    const { audit, permissions } = portsOf(database);
    const clock = useFakeTimers({ toFake: ['Date', 'setTimeout'] });
    try {
      const changing = permissions.change([aRequest(1, 'remove', [])], AS_IT_COMES);
      await clock.tickAsync(6000);
      const error = (await changing)._unsafeUnwrapErr();
      expect(error).to.have.property('isBusy', true);
      expect(error).to.have.nested.property('cause.code', 'SQLITE_BUSY');
      expect((await audit.list({ limit: 10 }))._unsafeUnwrap()).to.deep.equal([]);
    } finally {
      clock.restore();
      holder.close();
      database.close();
    }
  });

  it('keep every acknowledged change completely when one is killed', async () => {
    const file = folder.path('killed.db');
    await prepare(file);
    let acknowledged = 0;
    for (let round = 0; round < 6; round++) {
      const worker = await startWorker('change-worker.ts', file, `round${round}`, 100_000);
      worker.process.send('go');
      await once(worker.process, 'message');
      await until(() => worker.acknowledged.length > round * 5, 'changes that are acknowledged');
      worker.process.kill('SIGKILL');
      await once(worker.process, 'close');
      acknowledged += worker.acknowledged.length;

      const { held, trail } = await readBack(file);
      expect(replay(trail)).to.deep.equal(held);
      expect(trail.map(({ id }) => id)).to.include.members(worker.acknowledged);
    }
    expect(acknowledged).to.be.greaterThan(10);
  });
});
