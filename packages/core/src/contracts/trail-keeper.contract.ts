import { expect } from 'chai';
import {
  aDraft,
  anId,
  anIdentity,
  aSealer,
  aTime,
  aUser,
  changeLink,
  makeChange,
} from '../fakes/fixtures.js';
import type { OrganisationPorts } from '../fakes/in-memory-organisation.js';
import type { ArchiveDraft } from '../index.js';
import { VerifyAuditTrail } from '../jobs.js';
import type { OpenOrganisation } from './open-organisation.js';

/** What every {@link TrailKeeper} keeps to; `open` gives an empty organisation. */
export function trailKeeperContract(open: OpenOrganisation): void {
  describe('TrailKeeper contract', () => {
    let stores: Awaited<ReturnType<OpenOrganisation>>;

    beforeEach(async () => {
      stores = await open();
      const users = [aUser(1, { permissions: ['service.b', 'service.a'] }), aUser(2), aUser(3)];
      (await stores.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
      await makeChange(stores.permissions, 2, 'add', ['service.c'], { time: aTime(2) });
      await makeChange(stores.permissions, 1, 'remove', ['service.b'], { time: aTime(3) });
      await makeChange(stores.permissions, 1, 'add', ['service.d'], { time: aTime(4) });
    });
    afterEach(() => stores.close());

    const verify = async () =>
      (await new VerifyAuditTrail({ audit: stores.audit, sealer: aSealer() }).execute())._unsafeUnwrap();
    const entries = async () => (await stores.audit.list({ limit: 50 }))._unsafeUnwrap();

    describe('seal', () => {
      const draft = aDraft({ action: 'seal', covers: { entries: 7, digest: 'sum' } });

      it('writes an entry of no user', async () => {
        const entry = (await stores.keeper.seal(draft, 4))._unsafeUnwrap();
        expect(entry).to.deep.include({
          id: 5,
          userId: null,
          action: 'seal',
          covers: { entries: 7, digest: 'sum' },
        });
        expect((await entries()).at(-1)).to.deep.equal(entry);
        expect((await stores.audit.list({ limit: 9, action: 'seal' }))._unsafeUnwrap()).to.deep.equal([
          entry,
        ]);
        await makeChange(stores.permissions, 1, 'remove', []);
        expect((await verify()).entries).to.equal(6);
      });

      it('refuses where another entry came meanwhile', async () => {
        expect((await stores.keeper.seal(draft, 3))._unsafeUnwrapErr()).to.deep.equal({
          type: 'trail-moved',
        });
        expect(await entries()).to.have.length(4);
      });
    });

    describe('archive', () => {
      it('takes the oldest entries out, and notes it', async () => {
        const [, , third, fourth] = await entries();
        const archive = (await stores.keeper.archive(await upTo(stores, 3)))._unsafeUnwrap();
        expect(archive).to.deep.include({ file: 'old.ndjson', firstId: 1, lastId: 3, reason: 'too long' });
        expect(archive.lastDigest).to.equal(third?.seal?.digest);
        expect((await stores.audit.archives())._unsafeUnwrap()).to.deep.equal([archive]);
        expect(await entries(), 'with the sets before and after').to.deep.equal([fourth]);
        expect((await stores.audit.archivedSets('', 9))._unsafeUnwrap()).to.deep.equal([
          { userId: anId(1), entryId: 3, permissions: ['service.a'] },
          { userId: anId(2), entryId: 2, permissions: ['service.c'] },
        ]);
      });

      it('lets the chain go on, and tells what comes then', async () => {
        await stores.keeper.archive(await upTo(stores, 4));
        expect(await verify()).to.deep.include({ entries: 0 });
        const made = [
          await makeChange(stores.permissions, 2, 'remove', ['service.c'], { time: aTime(7) }),
          await makeChange(stores.permissions, 3, 'add', ['service.x'], { time: aTime(7) }),
          await makeChange(stores.permissions, 2, 'add', ['service.y'], { time: aTime(8) }),
        ];
        expect(made[0]).to.deep.include({ id: 5, before: ['service.c'], after: [] });
        expect(await entries()).to.deep.equal(made);
        expect(await verify()).to.deep.include({ entries: 3, head: made[2]?.seal?.digest });
        expect((await stores.integrity.check())._unsafeUnwrap()).to.deep.equal([]);
        const second = (await stores.keeper.archive(await upTo(stores, 6, 5)))._unsafeUnwrap();
        expect(second).to.deep.include({ firstId: 5, lastId: 6 });
        expect(await entries()).to.deep.equal(made.slice(2));
        expect(
          (await stores.audit.archivedSets('', 2))._unsafeUnwrap().map(({ userId }) => userId),
        ).to.deep.equal([1, 2].map(anId));
        expect((await stores.audit.archivedSets(anId(2), 2))._unsafeUnwrap()).to.deep.equal([
          { userId: anId(3), entryId: 6, permissions: ['service.x'] },
        ]);
        await changeLink(stores.permissions, 1, 'link', anIdentity('a'));
        expect((await entries()).at(-1)).to.deep.include({ before: ['service.a', 'service.d'] });
        expect((await verify()).entries).to.equal(2);
        expect((await stores.integrity.check())._unsafeUnwrap()).to.deep.equal([]);
      });

      it('refuses what is not the oldest part, or has another end', async () => {
        const draft = await upTo(stores, 3);
        for (const other of [{ firstId: 2 }, { lastId: 2 }, { lastId: 99 }, { lastDigest: 'x' }]) {
          const refused = await stores.keeper.archive({ ...draft, ...other });
          expect(refused._unsafeUnwrapErr()).to.deep.equal({ type: 'trail-moved' });
        }
        expect(await entries()).to.have.length(4);
        expect((await stores.audit.archives())._unsafeUnwrap()).to.deep.equal([]);
      });
    });
  });
}

async function upTo({ audit }: OrganisationPorts, lastId: number, firstId = 1): Promise<ArchiveDraft> {
  const [last] = (await audit.records(lastId - 1, 1))._unsafeUnwrap();
  const end = (await audit.archives())._unsafeUnwrap().at(-1);
  return {
    file: 'old.ndjson',
    time: aTime(9),
    actor: 'cli:root',
    reason: 'too long',
    firstId,
    lastId,
    previous: end?.lastDigest ?? '',
    lastDigest: last?.seal?.digest ?? '',
  };
}
