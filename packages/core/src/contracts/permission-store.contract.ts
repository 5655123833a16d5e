import { expect } from 'chai';
import { AS_IT_COMES, aDraft, anId, aRequest, aTime, aUser, makeChange } from '../fakes/fixtures.js';
import {
  type Actor,
  type AuditEntry,
  type ChangeOptions,
  type ChangeRequest,
  DEFAULT_ADMIN_PERMISSION,
  PERMISSIONS_PER_USER,
  type Permission,
} from '../index.js';
import { describeBadArguments } from './bad-arguments.js';
import { describeDryRuns } from './dry-runs.js';
import { describeIdentityChanges } from './identity-changes.js';
import type { OpenOrganisation } from './open-organisation.js';

/** What every {@link PermissionStore} keeps to; `open` gives an empty organisation. */
export function permissionStoreContract(open: OpenOrganisation): void {
  describeIdentityChanges(open);
  describeDryRuns(open);
  describeBadArguments(open);

  describe('PermissionStore contract', () => {
    const user = aUser(1, { permissions: ['service.b.read', 'service.a.*', 'odd one'] });
    const other = aUser(2, { permissions: ['service.b.read'], emails: [] });
    let stores: Awaited<ReturnType<OpenOrganisation>>;

    beforeEach(async () => {
      stores = await open();
      (
        await stores.organisation.importUsers([user, other], aDraft({ action: 'set', source: 'import' }))
      )._unsafeUnwrap();
    });
    afterEach(() => stores.close());

    const held = async (n: number): Promise<string[]> => [
      ...(await stores.permissions.find(anId(n)))._unsafeUnwrap(),
    ];
    const trail = async (n: number): Promise<readonly AuditEntry[]> =>
      (await stores.audit.list({ userId: anId(n), limit: 1000 }))._unsafeUnwrap().slice(1);
    const change = (...request: Parameters<typeof aRequest>) => makeChange(stores.permissions, ...request);
    const changeAll = async (requests: readonly ChangeRequest[], options: Partial<ChangeOptions> = {}) =>
      (await stores.permissions.change(requests, { ...AS_IT_COMES, ...options }))._unsafeUnwrap();
    const types = async (...given: Parameters<typeof changeAll>) =>
      (await changeAll(...given)).map(({ type }) => type);

    it('finds the set in the order it was given', async () => {
      expect(await held(1)).to.deep.equal(['service.b.read', 'service.a.*', 'odd one']);
    });

    it('does not find the set of an unknown user', async () => {
      const error = (await stores.permissions.find(anId(9)))._unsafeUnwrapErr();
      expect(error).to.deep.equal({ type: 'user-not-found', user: anId(9) });
    });

    it('writes a removal and its entry', async () => {
      const request = aRequest(1, 'remove', ['odd one', 'service.x.y'], { reason: 'left', time: aTime(5) });
      const entry = await change(1, 'remove', ['odd one', 'service.x.y'], { reason: 'left', time: aTime(5) });
      const { seal, ...said } = entry;
      expect(seal).to.have.keys('previous', 'digest', 'keyId');
      expect(said).to.deep.equal({
        ...request.draft,
        id: entry.id,
        userId: user.id,
        added: [],
        removed: ['odd one'],
        before: ['service.b.read', 'service.a.*', 'odd one'],
        after: ['service.b.read', 'service.a.*'],
      });
      expect(await trail(1)).to.deep.equal([entry]);
      expect(await held(1)).to.deep.equal(entry.after);
    });

    it('reports what a change did, to whom', async () => {
      const [first, second] = await changeAll([
        aRequest(1, 'remove', ['odd one']),
        aRequest(2, 'remove', []),
      ]);
      if (first?.type !== 'made' || second?.type !== 'made') throw new Error('not made');
      expect(first).to.include({ userId: anId(1), email: 'user1@example.org', leavesNoAdmin: false });
      expect(first.change.removed).to.deep.equal(['odd one']);
      expect([...first.change.after]).to.deep.equal(['service.b.read', 'service.a.*']);
      expect(second).to.include({ userId: anId(2), email: undefined });
    });

    it('writes an addition after what is held', async () => {
      await change(1, 'remove', ['service.a.*']);
      await change(1, 'add', ['service.a.*', 'service.c', 'service.b.read']);
      expect(await held(1)).to.deep.equal(['service.b.read', 'odd one', 'service.a.*', 'service.c']);
    });

    it('replaces a whole set, but leaves alone what would only be another order', async () => {
      await change(1, 'set', ['odd one', 'service.b.read', 'service.a.*']);
      expect(await held(1)).to.deep.equal(['service.b.read', 'service.a.*', 'odd one']);
      await change(1, 'set', ['service.c', 'odd one', 'service.b.read']);
      expect(await held(1)).to.deep.equal(['service.c', 'odd one', 'service.b.read']);
    });

    it('writes an entry for a change that changed nothing', async () => {
      const entry = await change(1, 'remove', ['service.none.read']);
      expect(entry.removed).to.deep.equal([]);
      expect(await trail(1)).to.deep.equal([entry]);
    });

    it('leaves other users alone', async () => {
      await change(1, 'remove', ['service.b.read']);
      expect(await held(2)).to.deep.equal(['service.b.read']);
      expect(await trail(2)).to.deep.equal([]);
    });

    it('holds an empty set', async () => {
      await change(2, 'remove', ['service.b.read']);
      expect(await held(2)).to.deep.equal([]);
    });

    it('keeps strings off the pattern to the letter', async () => {
      const odd = [
        '__proto__',
        '',
        ' service.a ',
        'Service.A',
        "'; drop table users; --",
        '日本語.🙂',
        'e\u0301',
        'é',
      ];
      await change(1, 'set', odd);
      expect(await held(1)).to.deep.equal(odd);
    });

    describe('with many changes', () => {
      const removal = (n: number, ...requested: string[]): ChangeRequest =>
        aRequest(n, 'remove', requested, { batch: 'run-1' });

      it('makes them in their order, each on those before it, with its entry', async () => {
        const outcomes = await changeAll([
          removal(1, 'odd one'),
          removal(2, 'service.b.read'),
          removal(1, 'service.a.*'),
        ]);
        const entries = outcomes.flatMap((outcome) => ('entry' in outcome ? [outcome.entry] : []));
        expect(entries.map((entry) => entry?.removed)).to.deep.equal([
          ['odd one'],
          ['service.b.read'],
          ['service.a.*'],
        ]);
        expect(entries.map((entry) => entry?.id)).to.deep.equal([3, 4, 5]);
        expect(await held(1)).to.deep.equal(['service.b.read']);
        expect(await trail(1)).to.deep.equal([entries[0], entries[2]]);
      });

      it('writes no entry for a change of a run that changed nothing', async () => {
        const outcomes = await changeAll([removal(1, 'none'), removal(1, 'odd one'), removal(2, 'none')]);
        expect(outcomes.map((one) => one.type === 'made' && one.entry?.id)).to.deep.equal([
          undefined,
          3,
          undefined,
        ]);
        expect((await change(2, 'remove', ['none'])).id, 'one that is no run').to.equal(4);
      });

      it('passes over an unknown user', async () => {
        expect(await types([removal(9, 'x'), removal(2, 'service.b.read')])).to.deep.equal([
          'user-not-found',
          'made',
        ]);
        expect(await held(2)).to.deep.equal([]);
        expect(await trail(9)).to.deep.equal([]);
      });

      it('makes none of them where one fails, when asked to', async () => {
        const requests = [removal(1, 'odd one'), removal(9, 'x'), removal(2, 'service.b.read')];
        const outcomes = await changeAll(requests, { atomic: true });
        expect(outcomes.map(({ type }) => type)).to.deep.equal(['made', 'user-not-found', 'made']);
        expect(outcomes.every((outcome) => !('entry' in outcome))).to.equal(true);
        expect(await held(1)).to.include('odd one');
        expect(await trail(1)).to.deep.equal([]);
        expect(await types(requests.slice(0, 1), { atomic: true })).to.deep.equal(['made']);
        expect(await held(1)).to.not.include('odd one');
      });

      it('makes none of them in a dry run, and reports what it would have done', async () => {
        const requests = [removal(1, 'odd one'), removal(1, 'odd one')];
        const outcomes = await changeAll(requests, { dryRun: true });
        expect(outcomes.map((outcome) => outcome.type === 'made' && outcome.change.removed)).to.deep.equal([
          ['odd one'],
          [],
        ]);
        expect(outcomes.every((outcome) => !('entry' in outcome))).to.equal(true);
        expect(await held(1)).to.include('odd one');
        expect(await trail(1)).to.deep.equal([]);
        expect((await change(1, 'remove', [])).id).to.equal(3);
      });

      it('makes a change only while the entry it was planned on is the newest of the user', async () => {
        await change(1, 'remove', ['none']);
        const plannedOn = (id: number, n: number, ...requested: string[]) => ({
          ...removal(n, ...requested),
          ifNewestEntryIs: id,
        });
        expect(await types([plannedOn(1, 1, 'odd one'), plannedOn(2, 2, 'none')])).to.deep.equal([
          'outdated',
          'made',
        ]);
        // Those of the call itself do not count, as long as each of them was made.
        expect(await types([plannedOn(3, 1, 'odd one'), plannedOn(3, 1, 'service.a.*')])).to.deep.equal([
          'made',
          'made',
        ]);
        expect(await types([plannedOn(3, 1, 'x'), plannedOn(6, 1, 'service.b.read')])).to.deep.equal([
          'outdated',
          'outdated',
        ]);
        expect(await held(1)).to.deep.equal(['service.b.read']);
      });
    });

    describe('with as many as a user may hold', () => {
      const many = Array.from({ length: PERMISSIONS_PER_USER }, (_, n) => `service.m.${n}`);

      it('adds up to that, and refuses what would go above', async () => {
        await change(2, 'set', many.slice(1));
        expect(await types([aRequest(2, 'add', ['service.one', 'service.two'])])).to.deep.equal([
          'too-many-permissions',
        ]);
        const outcomes = await changeAll([
          aRequest(2, 'add', ['service.one']),
          aRequest(2, 'add', ['service.two']),
        ]);
        expect(outcomes.map(({ type }) => type)).to.deep.equal(['made', 'too-many-permissions']);
        expect(outcomes[1]).to.deep.include({ user: anId(2), count: PERMISSIONS_PER_USER + 1 });
        expect(await types([aRequest(2, 'add', ['service.one']), aRequest(2, 'remove', many)])).to.deep.equal(
          ['made', 'made'],
        );
        expect(await held(2)).to.deep.equal(['service.one']);
      });
    });

    describe('with admins', () => {
      const adminPermission = 'service.b.read' as Permission;
      const removal = (n: number, ...requested: string[]) => aRequest(n, 'remove', requested);

      it('takes every admin away but the last, when asked to', async () => {
        const requests = [removal(1, 'service.b.read'), removal(2, 'service.b.*'), removal(2, 'other')];
        const careful = { adminPermission, keepAdmin: true };
        expect(await types(requests, { ...careful, dryRun: true })).to.deep.equal([
          'made',
          'no-admin-left',
          'made',
        ]);
        expect(await types(requests, { ...careful, atomic: true })).to.include('no-admin-left');
        expect(await held(1)).to.include('service.b.read');
        expect(await types(requests, careful)).to.deep.equal(['made', 'no-admin-left', 'made']);
        expect(await held(2)).to.deep.equal(['service.b.read']);
      });

      it('reports the change that takes the last admin away', async () => {
        const requests = [removal(1, 'service.b.read'), removal(2, 'service.b.read'), removal(2, 'other')];
        const outcomes = await changeAll(requests, { adminPermission });
        expect(outcomes.map((outcome) => outcome.type === 'made' && outcome.leavesNoAdmin)).to.deep.equal([
          false,
          true,
          false,
        ]);
        expect(await held(2)).to.deep.equal([]);
      });

      it('counts admins whom no change names, and those whom an earlier change made', async () => {
        const careful = { adminPermission, keepAdmin: true };
        expect(await types([removal(1, 'service.b.read')], careful)).to.deep.equal(['made']);
        const handOver = [aRequest(1, 'add', ['service.b']), removal(2, 'service.b.read')];
        expect(await types(handOver, careful)).to.deep.equal(['made', 'made']);
      });

      it('lets one go who was made an admin in the same call, where another is left', async () => {
        const requests = [aRequest(2, 'add', ['odd one']), removal(2, 'odd one')];
        const careful = { adminPermission: 'odd one' as Permission, keepAdmin: true };
        expect(await types(requests, careful)).to.deep.equal(['made', 'made']);
      });

      it('does not mind admins where none goes', async () => {
        await changeAll([removal(1, 'service.b.read'), removal(2, 'service.b.read')]);
        const careful = { adminPermission, keepAdmin: true };
        expect(await types([removal(1, 'odd one')], careful)).to.deep.equal(['made']);
      });
    });

    describe('with an actor', () => {
      const actor = (given: Partial<Actor> = {}): Actor => ({
        userId: anId(2),
        mustHold: 'service.b.read' as Permission,
        ...given,
      });
      const asked = (given: Partial<Actor>, ...requests: ChangeRequest[]) =>
        stores.permissions.change(requests, { ...AS_IT_COMES, actor: actor(given) });
      const refusal = async (given: Partial<Actor>) => {
        const refused = (await asked(given, aRequest(1, 'remove', ['odd one'])))._unsafeUnwrapErr();
        expect(await held(1)).to.include('odd one');
        expect(await trail(1)).to.deep.equal([]);
        return refused;
      };

      it('makes the change of one who has the right', async () => {
        const inTime = { validUntil: new Date(Date.now() + 60_000) };
        const outcomes = await asked(inTime, aRequest(1, 'remove', ['odd one']));
        expect(outcomes._unsafeUnwrap()).to.have.length(1);
        expect(await held(1)).to.not.include('odd one');
      });

      it('refuses one who has not, and one who is not there', async () => {
        expect(await refusal({ mustHold: DEFAULT_ADMIN_PERMISSION })).to.deep.equal({
          type: 'actor-refused',
          reason: 'not-granted',
        });
        expect(await refusal({ userId: anId(9) })).to.deep.equal({
          type: 'actor-refused',
          reason: 'unknown',
        });
      });

      it('refuses one whose token has expired', async () => {
        expect(await refusal({ validUntil: new Date(Date.now() - 1) })).to.deep.equal({
          type: 'actor-refused',
          reason: 'expired',
        });
      });

      it('refuses a dry run too', async () => {
        const options = { ...AS_IT_COMES, dryRun: true, actor: actor({ userId: anId(9) }) };
        const refused = await stores.permissions.change([aRequest(1, 'remove', [])], options);
        expect(refused._unsafeUnwrapErr()).to.have.property('reason', 'unknown');
      });

      it('judges once, before the first change: one may take the own right and go on', async () => {
        const outcomes = await asked(
          {},
          aRequest(2, 'remove', ['service.b.read']),
          aRequest(1, 'remove', []),
        );
        expect(outcomes._unsafeUnwrap().map(({ type }) => type)).to.deep.equal(['made', 'made']);
        const refused = (await asked({}, aRequest(1, 'remove', ['odd one'])))._unsafeUnwrapErr();
        expect(refused).to.have.property('reason', 'not-granted');
        expect(await held(1)).to.include('odd one');
      });

      it('lets exactly one of two succeed who remove each other at once', async () => {
        for (let round = 0; round < 20; round++) {
          const results = await Promise.all(
            [
              [1, 2],
              [2, 1],
            ].map(([by, whom]) =>
              asked({ userId: anId(by as number) }, aRequest(whom as number, 'remove', ['service.b.read'])),
            ),
          );
          expect(results.filter((result) => result.isOk())).to.have.length(1);
          await changeAll([aRequest(1, 'add', ['service.b.read']), aRequest(2, 'add', ['service.b.read'])]);
        }
      });

      it('judges a change after a removal that began before it', async () => {
        for (let round = 0; round < 20; round++) {
          const removed = stores.permissions.change([aRequest(2, 'remove', ['service.b.read'])], AS_IT_COMES);
          const asking = asked({}, aRequest(2, 'add', ['service.b.read', 'service.c']));
          (await removed)._unsafeUnwrap();
          expect((await asking)._unsafeUnwrapErr()).to.have.property('type', 'actor-refused');
          expect(await held(2)).to.deep.equal([]);
          await change(2, 'add', ['service.b.read']);
        }
      });
    });

    it('loses no change of many at once', async () => {
      const names = Array.from({ length: 50 }, (_, n) => `service.m${n}.read`);
      await Promise.all(names.map((name) => change(1, 'add', [name])));
      expect(await held(1)).to.have.members([...user.permissions, ...names]);

      const entries = await trail(1);
      expect(entries).to.have.length(50);
      for (const [index, entry] of entries.slice(1).entries()) {
        expect(entry.before).to.deep.equal(entries[index]?.after);
        expect(entry.id).to.be.greaterThan(entries[index]?.id as number);
      }
    });
  });
}
