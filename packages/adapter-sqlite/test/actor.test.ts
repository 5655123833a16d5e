import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import { type Actor, DEFAULT_ADMIN_PERMISSION } from '@ops-admin/core';
import {
  AS_IT_COMES,
  aDraft,
  anId,
  aPersonChange,
  aRequest,
  aUser,
  type OrganisationPorts,
} from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { portsOf, temporaryFolder } from './open-temporary.ts';
import type { Order, Report } from './order-worker.ts';

const ROUNDS = 150;
/** Until both outcomes that chance decides were seen. */
const MOST_ROUNDS = 10_000;
const ADMIN = [DEFAULT_ADMIN_PERMISSION];

describe('The actor of a change, next to other processes', () => {
  const folder = temporaryFolder();
  let file: string;
  let database: Database.Database;
  let ports: OrganisationPorts;

  beforeEach(async () => {
    file = folder.path('shared.db');
    database = openDatabase(file)._unsafeUnwrap();
    ports = portsOf(database);
    await ports.organisation.importUsers([aUser(1), aUser(2)], { ...aDraft(), action: 'set' });
    await makeAdmins();
  });
  afterEach(() => database.close());

  const makeAdmins = async () => {
    const requests = [1, 2].flatMap((n) => [
      aRequest(n, 'add', ADMIN),
      aPersonChange(n, { action: 'activate' }),
    ]);
    (await ports.permissions.change(requests, AS_IT_COMES))._unsafeUnwrap();
  };
  /** An inactive user is not found. */
  const isAdmin = async (n: number) =>
    (await ports.permissions.find(anId(n)))
      .map((set) => set.grants(DEFAULT_ADMIN_PERMISSION))
      .unwrapOr(false);
  const losses = [
    { what: 'a removal', refusal: 'not-granted', loss: (n: number) => aRequest(n, 'remove', ADMIN) },
    {
      what: 'a deactivation',
      refusal: 'unknown',
      loss: (n: number) => aPersonChange(n, { action: 'deactivate' }),
    },
  ];
  const onBehalfOf = (n: number, given: Partial<Actor> = {}) => ({
    ...AS_IT_COMES,
    actor: { userId: anId(n), mustHold: DEFAULT_ADMIN_PERMISSION, ...given },
  });

  async function withWorkers(work: (one: ChildProcess, two: ChildProcess) => Promise<void>): Promise<void> {
    const workers = [1, 2].map(() => fork(join(import.meta.dirname, 'order-worker.ts'), [file]));
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const exits = Promise.all(workers.map((worker) => once(worker, 'exit')));
    try {
      await work(...(workers as [ChildProcess, ChildProcess]));
    } finally {
      for (const worker of workers) worker.disconnect();
    }
    expect((await exits).map(([code]) => code)).to.deep.equal([0, 0]);
  }

  async function carryOut(worker: ChildProcess, order: Omit<Order, 'delay'>): Promise<Report> {
    const reported = once(worker, 'message') as Promise<[Report]>;
    worker.send({ ...order, delay: Math.random() * 4 } satisfies Order);
    return (await reported)[0];
  }

  for (const { loss, refusal, what } of losses) {
    it(`is judged after ${what} by another process, always`, async () => {
      const removal = { request: loss(1), options: AS_IT_COMES };
      const addition = { request: aRequest(1, 'add', ADMIN), options: onBehalfOf(1) };
      const atOnce = new Set<string>();
      let afterwards = 0;
      await withWorkers(async (remover, adder) => {
        for (let round = 0; round < ROUNDS || (atOnce.size < 2 && round < MOST_ROUNDS); round++) {
          await makeAdmins();
          const removing = carryOut(remover, removal);
          if (round % 3 === 0) await removing;
          const [removed, added] = await Promise.all([removing, carryOut(adder, addition)]);
          expect(removed.result).to.equal('made');
          if (removed.ended < added.began) {
            afterwards++;
            expect(added.result, `round ${round}`).to.equal(refusal);
          } else atOnce.add(added.result);
          // The removal also removed permissions added before it.
          expect(await isAdmin(1), `round ${round}`).to.equal(false);
        }
      });
      expect(afterwards).to.be.at.least(ROUNDS / 3);
      expect([...atOnce], 'both orders').to.have.members(['made', refusal]);
    });

    it(`is exactly one of two concurrent ones where each is ended by ${what} of the other`, async () => {
      const winners = new Set<number>();
      await withWorkers(async (...workers) => {
        for (let round = 0; round < ROUNDS || (winners.size < 2 && round < MOST_ROUNDS); round++) {
          await makeAdmins();
          const reports = await Promise.all(
            workers.map((worker, index) => {
              const [by, whom] = index === 0 ? [1, 2] : [2, 1];
              return carryOut(worker, {
                request: loss(whom as number),
                options: onBehalfOf(by as number),
              });
            }),
          );
          const results = reports.map(({ result }) => result);
          expect(results, `round ${round}`).to.have.members(['made', refusal]);
          const winner = results.indexOf('made') + 1;
          winners.add(winner);
          expect([await isAdmin(winner), await isAdmin(3 - winner)]).to.deep.equal([true, false]);
        }
      });
      expect(winners.size, 'who won').to.equal(2);
    });
  }

  it('is refused where another process holds the lock longer than the token is valid', async () => {
    const holder = new Database(file);
    holder.exec('begin immediate');
    const now = Date.now();
    const changing = [100, 60_000].map((milliseconds, index) =>
      ports.permissions.change(
        [aRequest(2, 'add', [`service.n${index}`])],
        onBehalfOf(1, { validUntil: new Date(now + milliseconds) }),
      ),
    );
    await until(() => Date.now() > now + 100, 'the end of the token');
    holder.exec('rollback');
    holder.close();

    const [late, inTime] = await Promise.all(changing);
    expect(late?._unsafeUnwrapErr()).to.deep.equal({ type: 'actor-refused', reason: 'expired' });
    expect(inTime?.isOk(), 'the other, in the same transaction').to.equal(true);
    expect([...(await ports.permissions.find(anId(2)))._unsafeUnwrap()]).to.deep.equal([
      DEFAULT_ADMIN_PERMISSION,
      'service.n1',
    ]);
    const trail = (await ports.audit.list({ limit: 10 }))._unsafeUnwrap();
    expect(trail.map(({ requested }) => requested)).to.deep.equal([ADMIN, ADMIN, ['service.n1']]);
  });
});
