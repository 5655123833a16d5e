import { expect } from 'chai';
import type { AuditEntry, ChangeOptions, ChangeRequest, IsAdmin } from '../index.js';
import { aDraft, anId, aTime, aUser } from './fixtures.js';
import type { OpenOrganisation } from './open-organisation.js';

/** What every {@link PermissionStore} keeps to; `open` gives an empty organisation. */
export function permissionStoreContract(open: OpenOrganisation): void {
  describe('PermissionStore contract', () => {
    const user = aUser(1, { permissions: ['service.b.read', 'service.a.*', 'odd one'] });
    const other = aUser(2, { permissions: ['service.b.read'] });
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
    const remove = (n: number, ...requested: string[]) =>
      stores.permissions.change(anId(n), (set) => set.remove(requested), aDraft({ requested }));

    it('finds the set in the order it was given', async () => {
      expect(await held(1)).to.deep.equal(['service.b.read', 'service.a.*', 'odd one']);
    });

    it('does not find the set of an unknown user', async () => {
      const error = (await stores.permissions.find(anId(9)))._unsafeUnwrapErr();
      expect(error).to.deep.equal({ type: 'user-not-found', user: anId(9) });
    });

    it('writes a removal and its entry', async () => {
      const draft = aDraft({ requested: ['odd one', 'service.x.y'], reason: 'left', time: aTime(5) });
      const result = await stores.permissions.change(user.id, (set) => set.remove(draft.requested), draft);

      const entry = result._unsafeUnwrap();
      const { seal, ...said } = entry;
      expect(seal).to.have.keys('previous', 'digest', 'keyId');
      expect(said).to.deep.equal({
        ...draft,
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

    it('writes an addition behind what is held', async () => {
      await remove(1, 'service.a.*');
      await stores.permissions.change(
        user.id,
        (set) => set.replaceWith([...set, 'service.a.*', 'service.c']),
        aDraft({ action: 'add' }),
      );
      expect(await held(1)).to.deep.equal(['service.b.read', 'odd one', 'service.a.*', 'service.c']);
    });

    it('keeps the order a replacement gives', async () => {
      const turned = ['odd one', 'service.b.read', 'service.a.*'];
      await stores.permissions.change(user.id, (set) => set.replaceWith(turned), aDraft({ action: 'set' }));
      expect(await held(1)).to.deep.equal(turned);
    });

    it('writes an entry for a change that changed nothing', async () => {
      const entry = (await remove(1, 'service.none.read'))._unsafeUnwrap();
      expect(entry.removed).to.deep.equal([]);
      expect(await trail(1)).to.deep.equal([entry]);
    });

    it('leaves other users alone', async () => {
      await remove(1, 'service.b.read');
      expect(await held(2)).to.deep.equal(['service.b.read']);
      expect(await trail(2)).to.deep.equal([]);
    });

    it('writes nothing for an unknown user', async () => {
      const error = (await remove(9, 'service.b.read'))._unsafeUnwrapErr();
      expect(error).to.deep.equal({ type: 'user-not-found', user: anId(9) });
      expect(await trail(9)).to.deep.equal([]);
    });

    it('holds an empty set', async () => {
      await remove(2, 'service.b.read');
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
      await stores.permissions.change(user.id, (set) => set.replaceWith(odd), aDraft({ action: 'set' }));
      expect(await held(1)).to.deep.equal(odd);
    });

    describe('with many changes', () => {
      const removal = (n: number, ...requested: string[]): ChangeRequest => ({
        userId: anId(n),
        change: (set) => set.remove(requested),
        draft: aDraft({ requested, batch: 'run-1' }),
      });
      const changeAll = async (requests: readonly ChangeRequest[], options?: ChangeOptions) =>
        (await stores.permissions.changeAll(requests, options))._unsafeUnwrap();
      const types = async (...given: Parameters<typeof changeAll>) =>
        (await changeAll(...given)).map(({ type }) => type);
      const isAdmin: IsAdmin = (set) => set.has('service.b.read');

      it('makes them in their order, each with its entry', async () => {
        const outcomes = await changeAll([
          removal(1, 'odd one'),
          removal(2, 'none'),
          removal(1, 'service.a.*'),
        ]);
        const entries = outcomes.flatMap((outcome) => (outcome.type === 'changed' ? [outcome.entry] : []));
        expect(entries.map(({ removed }) => removed)).to.deep.equal([['odd one'], [], ['service.a.*']]);
        expect(entries.map(({ id }) => id)).to.deep.equal([3, 4, 5]);
        expect(await held(1)).to.deep.equal(['service.b.read']);
        expect(await trail(1)).to.deep.equal([entries[0], entries[2]]);
      });

      it('passes over an unknown user and a change that is none', async () => {
        const none: ChangeRequest = { ...removal(1), change: () => undefined };
        expect(await types([removal(9, 'x'), none, removal(2, 'service.b.read')])).to.deep.equal([
          'user-not-found',
          'left-alone',
          'changed',
        ]);
        expect(await trail(1)).to.deep.equal([]);
        expect(await held(2)).to.deep.equal([]);
      });

      it('makes none of them where one fails, when told so', async () => {
        const requests = [removal(1, 'odd one'), removal(9, 'x'), removal(2, 'service.b.read')];
        expect(await types(requests, { atomic: true })).to.deep.equal([
          'changed',
          'user-not-found',
          'changed',
        ]);
        expect(await held(1)).to.include('odd one');
        expect(await trail(1)).to.deep.equal([]);
        expect(await types(requests.slice(0, 1), { atomic: true })).to.deep.equal(['changed']);
        expect(await held(1)).to.not.include('odd one');
      });

      it('makes none of them in a dry run, and tells what it would have done', async () => {
        const requests = [removal(1, 'odd one'), removal(1, 'odd one')];
        const outcomes = await changeAll(requests, { dryRun: true });
        expect(outcomes.map((outcome) => outcome.type === 'changed' && outcome.entry.removed)).to.deep.equal([
          ['odd one'],
          [],
        ]);
        expect(await held(1)).to.include('odd one');
        expect(await trail(1)).to.deep.equal([]);
        expect((await remove(1))._unsafeUnwrap().id).to.equal(3);
      });

      it('takes every admin away but the last, when told so', async () => {
        const requests = [removal(1, 'service.b.read'), removal(2, 'service.b.read'), removal(2, 'other')];
        expect(await types(requests, { keepAdmin: isAdmin })).to.deep.equal([
          'changed',
          'no-admin-left',
          'changed',
        ]);
        expect(await held(2)).to.deep.equal(['service.b.read']);
        expect(await types(requests, { keepAdmin: isAdmin, atomic: true })).to.deep.equal([
          'changed',
          'no-admin-left',
          'changed',
        ]);
        expect(await types(requests)).to.deep.equal(['changed', 'changed', 'changed']);
        expect(await held(2)).to.deep.equal([]);
      });

      it('minds the admins only where one goes', async () => {
        await changeAll([removal(1, 'service.b.read'), removal(2, 'service.b.read')]);
        expect(await types([removal(1, 'odd one')], { keepAdmin: isAdmin })).to.deep.equal(['changed']);
      });

      it('tells whether there is an admin', async () => {
        const hasAdmin = async () => (await stores.permissions.hasAdmin(isAdmin))._unsafeUnwrap();
        expect(await hasAdmin()).to.equal(true);
        await changeAll([removal(1, 'service.b.read')]);
        expect(await hasAdmin()).to.equal(true);
        await changeAll([removal(2, 'service.b.read')]);
        expect(await hasAdmin()).to.equal(false);
      });
    });

    it('loses no change of many at once', async () => {
      const names = Array.from({ length: 50 }, (_, n) => `service.m${n}.read`);
      await Promise.all(
        names.map((name) =>
          stores.permissions.change(
            user.id,
            (set) => set.replaceWith([...set, name]),
            aDraft({ action: 'add' }),
          ),
        ),
      );
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
