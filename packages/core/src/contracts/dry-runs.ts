import { expect } from 'chai';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser } from '../fakes/fixtures.js';
import type { ChangeOptions, ChangeRequest, Permission } from '../index.js';
import { EarlierChanges } from '../jobs.js';
import type { OpenOrganisation } from './open-organisation.js';

/** What every `PermissionStore` keeps to in a dry run of several calls, and where all or nothing is changed. */
export function describeDryRuns(open: OpenOrganisation): void {
  describe('PermissionStore contract: dry runs, renamings and unknown users', () => {
    const admin = 'service.b.read' as Permission;
    let stores: Awaited<ReturnType<OpenOrganisation>>;

    beforeEach(async () => {
      stores = await open();
      const users = [
        aUser(1, { permissions: ['service.b.read', 'service.a.*', 'odd one'] }),
        aUser(2, { permissions: ['service.b.read'] }),
        aUser(3, { permissions: [] }),
      ];
      const imported = await stores.organisation.importUsers(
        users,
        aDraft({ action: 'set', source: 'import' }),
      );
      imported._unsafeUnwrap();
    });
    afterEach(() => stores.close());

    const held = async (n: number): Promise<string[]> => [
      ...(await stores.permissions.find(anId(n)))._unsafeUnwrap(),
    ];
    const changeAll = async (requests: readonly ChangeRequest[], options: Partial<ChangeOptions> = {}) =>
      (await stores.permissions.change(requests, { ...AS_IT_COMES, ...options }))._unsafeUnwrap();
    const dryRun = () => ({ dryRun: true, earlier: new EarlierChanges(new Map()) });

    it('judges a call of a dry run after those before it, and writes nothing', async () => {
      const options = dryRun();
      await changeAll([aRequest(1, 'remove', ['service.a.*']), aRequest(1, 'add', ['service.c'])], options);
      const [again] = await changeAll([aRequest(1, 'remove', ['service.a.*', 'service.c'])], options);
      expect(again).to.deep.include({ type: 'made' });
      expect(again?.type === 'made' && [...again.change.after]).to.deep.equal(['service.b.read', 'odd one']);
      expect(again?.type === 'made' && again.change.removed).to.deep.equal(['service.c']);
      expect(await held(1)).to.deep.equal(['service.b.read', 'service.a.*', 'odd one']);
    });

    it('counts no admin whom an earlier call of a dry run took, and each whom one made', async () => {
      const options = { ...dryRun(), adminPermission: admin, keepAdmin: true };
      const types = async (...requests: ChangeRequest[]) =>
        (await changeAll(requests, options)).map(({ type }) => type);
      expect(await types(aRequest(1, 'remove', [admin]))).to.deep.equal(['made']);
      expect(await types(aRequest(2, 'remove', [admin]))).to.deep.equal(['no-admin-left']);
      expect(await types(aRequest(3, 'add', [admin]))).to.deep.equal(['made']);
      expect(await types(aRequest(2, 'remove', [admin]))).to.deep.equal(['made']);
      expect(await types(aRequest(3, 'remove', [admin]))).to.deep.equal(['no-admin-left']);
    });

    it('renames what is held, with an entry of what went and what came', async () => {
      const renaming = { from: 'service.a.*', to: 'service.z.*' as Permission };
      const draft = aDraft({ action: 'set', requested: [renaming.from, renaming.to] });
      const [made] = await changeAll([{ userId: anId(1), change: { action: 'rename', renaming }, draft }]);
      expect(made?.type === 'made' && made.entry).to.deep.include({
        action: 'set',
        added: ['service.z.*'],
        removed: ['service.a.*'],
        after: ['service.b.read', 'service.z.*', 'odd one'],
      });
      expect(await held(1)).to.deep.equal(['service.b.read', 'service.z.*', 'odd one']);
    });

    it('lets an unknown user undo the others only where they are not ignored', async () => {
      const requests = [aRequest(1, 'remove', ['odd one']), aRequest(9, 'remove', ['odd one'])];
      await changeAll(requests, { atomic: true });
      expect(await held(1)).to.include('odd one');
      await changeAll(requests, { atomic: true, ignoresUnknown: true });
      expect(await held(1)).to.not.include('odd one');
    });
  });
}
