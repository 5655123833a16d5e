import { type AuditListQuery, type AuditPage, errAsync } from '@ops-admin/core';
import { auditOperations, trailOperations } from '@ops-admin/core/operations';
import { aDraft, anId, aSigner, aTime, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';
import { MemoryFile } from './memory-file.ts';

/** As many entries of changes as are asked for, of one user who held that much before. */
async function trailOf(entries: number, held: number) {
  const { audit, organisation, permissions, users } = openOrganisation();
  const set = Array.from({ length: held }, (_, n) => `service.a.m${n}`);
  await organisation.importUsers([aUser(1, { permissions: set })], aDraft({ action: 'set' }));
  for (let n = 0; n < entries; n++)
    await makeChange(permissions, 1, n % 2 === 0 ? 'remove' : 'add', ['service.a.m0']);
  const operations = auditOperations({ audit, users });
  const page = async (limit: number, before?: number): Promise<AuditPage> =>
    (
      await operations.list({
        limit,
        user: anId(1),
        action: 'remove',
        ...(before !== undefined && { before }),
      })
    )._unsafeUnwrap();
  return page;
}

const idsIn = ({ entries }: AuditPage) => entries.map(({ id }) => id);

describe('A page of the trail', () => {
  it('has as many entries as were asked for, and says where the next begins', async () => {
    const page = await trailOf(260, 2);
    const first = await page(120);
    const second = await page(120, first.next ?? undefined);
    expect([first.entries.length, second.entries.length, second.next]).to.deep.equal([120, 10, null]);
    expect([...idsIn(first), ...idsIn(second)]).to.deep.equal(idsIn(await page(130)));
    expect(await page(130)).to.have.property('next', null);
  });
});

describe('The archives that a list reaches', () => {
  const signer = aSigner();
  const ports = openOrganisation(signer);
  const { audit, organisation, permissions, trail, users } = ports;
  const [FIRST, OTHER, NEVER] = [0x100, 0x101, 0x102];
  const first = { firstId: 1, lastId: 18, until: aTime(0), file: 'first' };
  const second = { firstId: 19, lastId: 19, until: aTime(2), file: 'second' };

  /** 18 users have an entry in the first, one of them in the second, another in the trail; one has none at all. */
  before(async () => {
    const others = Array.from({ length: 16 }, (_, n) => aUser(n + 1, { permissions: ['service.a'] }));
    const named = [FIRST, OTHER].map((n) =>
      aUser(n, { permissions: ['service.a'], emails: ['twin@example.org'] }),
    );
    const never = aUser(NEVER, { emails: ['twin@example.org'] });
    await organisation.importUsers([...others, ...named, never], aDraft({ action: 'set' }));
    await makeChange(permissions, FIRST, 'add', ['service.b'], { time: aTime(2) });
    await makeChange(permissions, OTHER, 'add', ['service.b'], { time: aTime(5) });
    const clock = () => new Date(aTime(50));
    const files = (name: string) => new MemoryFile(name);
    const { archive } = trailOperations({ trail, audit, signer, verifier: signer, clock, files });
    const origin = { actor: 'cli:root', source: 'cli' } as const;
    for (const { file, until } of [first, second])
      (await archive({ file, until: until as ReturnType<typeof aTime>, origin }))._unsafeUnwrap();
  });

  const reached: readonly (readonly [AuditListQuery, number[], (typeof first)[]])[] = [
    [{}, [20], [first, second]],
    [{ limit: 1 }, [20], [first, second]],
    [{ since: aTime(1) }, [20], [second]],
    [{ since: aTime(2) }, [20], [second]],
    [{ since: aTime(3) }, [20], []],
    [{ after: 0 }, [20], [first, second]],
    [{ after: 17 }, [20], [first, second]],
    [{ after: 18 }, [20], [second]],
    [{ after: 19 }, [20], []],
    [{ after: 0, since: aTime(3) }, [20], []],
    [{ user: anId(FIRST) }, [], [first, second]],
    [{ user: anId(NEVER) }, [], []],
    [{ user: 'twin@example.org' }, [20], [first, second]],
  ];
  for (const [query, ids, archived] of reached) {
    it(`are named: ${JSON.stringify(query)}`, async () => {
      const page = (await auditOperations({ audit, users }).list(query))._unsafeUnwrap();
      expect([page.entries.map(({ id }) => id), page.archived, page.next]).to.deep.equal([
        ids,
        archived.length > 0 ? archived : undefined,
        null,
      ]);
    });
  }

  it('are named where the list comes to its end, or goes on from the oldest', async () => {
    await makeChange(permissions, OTHER, 'add', ['service.c'], { time: aTime(6) });
    const page = async (query: AuditListQuery) =>
      (await auditOperations({ audit, users }).list(query))._unsafeUnwrap();
    expect(await page({ limit: 1 })).to.not.have.property('archived');
    expect((await page({ limit: 1, before: 21 })).archived).to.deep.equal([first, second]);
    expect((await page({ limit: 1, after: 0 })).archived).to.deep.equal([first, second]);
  });

  it('cannot be named where what they hold cannot be read', async () => {
    const down = { type: 'store-unavailable', cause: 'no disk' } as const;
    const log = {
      list: audit.list.bind(audit),
      archives: audit.archives.bind(audit),
      archivedSets: () => errAsync(down),
    };
    const { list } = auditOperations({ audit: { ...audit, ...log }, users });
    expect((await list({ user: anId(NEVER) }))._unsafeUnwrapErr()).to.deep.equal(down);
  });
});
