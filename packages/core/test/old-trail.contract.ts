import { type AuditRecord, moduleOf } from '@ops-admin/core';
import type { OpenedStore } from '@ops-admin/core/contracts';
import { aDraft, anId, aSealer, aTime, makeChange } from '@ops-admin/core/fakes';
import { VerifyAuditTrail } from '@ops-admin/core/jobs';
import { expect } from 'chai';
import { sealRecord } from '../dist/audit/audit-seal.js';

/** A string of every kind that a column may hold in another way than it was given. */
const ODD = [
  'service.a.read',
  'service.',
  'service.*',
  'service..z',
  'a\0b',
  '\ud800',
  '"\\',
  '\u2028é😀',
  '',
];

/** A row of the trail as databases from before there were digests have it; the lists are JSON arrays in text. */
export interface OldRow {
  readonly record: AuditRecord;
  readonly values: readonly (string | number | null)[];
}

/** The columns of {@link OldRow.values}. */
export const OLD_COLUMNS =
  'id, time, actor, source, action, user_id, requested, added, removed, "before", "after", request_id, reason, batch, reverts, previous, digest, key_id';

/** The trail of the first user, from before there were digests: what they hold is in the last row. */
export function anOldTrail(): readonly OldRow[] {
  const sets = [[], ODD, ODD.slice(2), [...ODD.slice(2), 'service.b.*']];
  const rows: OldRow[] = [];
  for (const [n, after] of sets.entries()) {
    const before = sets[n - 1];
    if (!before) continue;
    const unsealed = {
      ...aDraft({
        time: aTime(n),
        action: 'set',
        requested: after,
        ...(n === 2 && { reason: 'left', batch: 'run' }),
      }),
      id: n,
      userId: anId(1),
      added: after.filter((one) => !before.includes(one)),
      removed: before.filter((one) => !after.includes(one)),
      sets: { before, after },
      sinceSets: 0,
    };
    const record = sealRecord(aSealer(), rows.at(-1)?.record.seal?.digest ?? '', unsealed);
    const { actor, id, reason, requestId, seal, source, time, userId } = record;
    const lists = [record.requested, record.added, record.removed, before, after].map((one) =>
      JSON.stringify(one),
    );
    const origin = [requestId ?? null, reason ?? null, record.batch ?? null, null];
    const link = [seal.previous, seal.digest, seal.keyId];
    rows.push({ record, values: [id, time, actor, source, 'set', userId, ...lists, ...origin, ...link] });
  }
  return rows;
}

/** Opens a store of the first user, with a trail as it was kept before there were digests. */
export type OpenOldTrail = (rows: readonly OldRow[]) => Promise<OpenedStore>;

/** What a store makes of a trail that an older version wrote. */
export function oldTrailContract(open: OpenOldTrail): void {
  describe('Old trail contract', () => {
    const rows = anOldTrail();
    const records = rows.map(({ record }) => record);
    let stores: Awaited<ReturnType<OpenOldTrail>>;
    beforeEach(async () => {
      stores = await open(rows);
    });
    afterEach(() => stores.close());

    const verify = () => new VerifyAuditTrail({ audit: stores.audit, sealer: aSealer() }).execute();

    it('is read as it was written', async () => {
      expect((await stores.audit.records(0, 10))._unsafeUnwrap()).to.deep.equal(records);
      const entries = (await stores.audit.list({ limit: 10 }))._unsafeUnwrap();
      expect(entries.map(({ after, before }) => ({ before, after }))).to.deep.equal(
        records.map(({ sets }) => sets),
      );
      expect((await verify())._unsafeUnwrap()).to.include({ entries: 3, unsealed: 0 });
      expect((await stores.integrity.check())._unsafeUnwrap()).to.deep.equal([]);
    });

    it('is found by what it changed', async () => {
      const ids = async (filter: object) =>
        (await stores.audit.list({ limit: 10, ...filter }))._unsafeUnwrap().map(({ id }) => id);
      for (const permission of new Set(records.flatMap(({ added, removed }) => [...added, ...removed]))) {
        const changedIn = records.filter(({ added, removed }) => [...added, ...removed].includes(permission));
        expect(await ids({ permission }), JSON.stringify(permission)).to.deep.equal(
          changedIn.map(({ id }) => id),
        );
      }
      expect(await ids({ module: 'a' })).to.deep.equal([1, 2]);
      expect(await ids({ module: 'b' })).to.deep.equal([3]);
      expect(['service.', 'service.*', 'service..z'].map(moduleOf)).to.deep.equal([
        undefined,
        undefined,
        undefined,
      ]);
      for (const module of ['', '*']) expect(await ids({ module })).to.deep.equal([]);
    });

    it('goes on', async () => {
      const entry = await makeChange(stores.permissions, 1, 'remove', ['service.b.*']);
      const held = records.at(-1)?.sets?.after ?? [];
      expect(entry).to.deep.include({ id: 4, before: held, after: held.slice(0, -1) });
      const next = await makeChange(stores.permissions, 1, 'add', ['service.c']);
      expect((await stores.audit.list({ limit: 2, newestFirst: true }))._unsafeUnwrap()).to.deep.equal([
        next,
        entry,
      ]);
      expect((await verify())._unsafeUnwrap()).to.include({ entries: 5, head: next.seal?.digest });
      expect([...(await stores.permissions.find(anId(1)))._unsafeUnwrap()]).to.deep.equal(next.after);
    });
  });
}
