import { hash } from 'node:crypto';
import {
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  type AuditRecord,
  errAsync,
  okAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { aDraft, anId, aTime } from '@ops-admin/testing';
import { expect } from 'chai';
import { TrailSets } from '../../dist/audit/trail-sets.js';

const digest = (text: string) => hash('sha256', text, 'base64url');
const digestOf = (set: readonly string[]) => digest(JSON.stringify(set));

describe('The sets of a trail that is read as a whole', () => {
  let asked: AuditQuery[];
  let listed: readonly Partial<AuditEntry>[] | StoreUnavailable;
  let sets: TrailSets;
  beforeEach(() => {
    asked = [];
    listed = [];
    const list: AuditLog['list'] = (query) => {
      asked.push(query);
      return 'type' in listed ? errAsync(listed) : okAsync(listed as readonly AuditEntry[]);
    };
    sets = new TrailSets({ list }, { digest });
  });

  /** An entry that adds a string to what its user held, or of nobody. */
  const record = (id: number, n: number | null, before: string[], added: string[] = [], sinceSets = 1) => {
    const digests = { before: digestOf(before), after: digestOf([...before, ...added]) };
    const userId = n === null ? null : anId(n);
    const seal = { previous: '', digest: '' };
    return { ...aDraft(), id, userId, added, removed: [], digests, sinceSets, seal } satisfies AuditRecord;
  };
  /** Sets before and after; or the failure, or the first record that is unlike its entry. */
  const read = async (...page: AuditRecord[]) => {
    const found = await sets.entriesOf(page);
    if (found.isErr()) return found.error;
    const { entries, unlike } = found.value;
    return unlike ?? entries.map(({ after, before }) => [before, after]);
  };
  const holding = (count: number) => new Array<string>(count).fill('s');
  /** An entry that keeps a whole set. */
  const begin = (n: number, after: string[], endsAfter?: Record<string, ReturnType<typeof aTime>>) =>
    sets.entriesOf([{ ...record(0, n, [], [], 0), sets: { after, ...(endsAfter && { endsAfter }) } }]);

  it('follow from the entries before, without a look at the store', async () => {
    await begin(3, ['z']);
    expect(
      await read(record(1, 1, [], ['a']), record(2, null, [], [], 0), record(3, 2, [], ['b'])),
    ).to.deep.equal([
      [[], ['a']],
      [[], []],
      [[], ['b']],
    ]);
    expect(await read(record(4, 1, ['a'], ['c'], 2), record(5, 3, ['z'], ['y']))).to.deep.equal([
      [['a'], ['a', 'c']],
      [['z'], ['z', 'y']],
    ]);
    expect(asked).to.deep.equal([]);
  });

  it('are not those of a record with other digests, or another number of changes', async () => {
    const [first, unlike] = [record(1, 1, [], ['a']), record(2, 1, ['a'], ['b'], 2)];
    const others = [
      { ...unlike, sinceSets: 1 },
      { ...unlike, digests: { ...unlike.digests, before: 'x' } },
      { ...unlike, digests: { ...unlike.digests, after: 'x' } },
    ];
    for (const other of others) {
      sets = new TrailSets({ list: () => okAsync([]) }, { digest });
      expect(await read(first, other, { ...record(3, 2, [], ['c']), sinceSets: 9 })).to.equal(2);
    }
  });

  describe('that are too many to remember', () => {
    const isForgotten = async () => {
      await read();
      await read(record(9, 9, [], ['a']));
      return asked.length > 0;
    };

    it('have more than two million strings, users, and ends', async () => {
      await begin(1, holding(1_999_999));
      expect(await isForgotten()).to.equal(false);
      await read(record(10, 2, []));
      expect(await isForgotten()).to.equal(true);
    });

    it('are counted as they are now', async () => {
      await begin(1, holding(1_200_000));
      await begin(1, holding(799_998));
      await begin(2, holding(1_200_000));
      expect(await isForgotten()).to.equal(false);
    });

    it('are counted once, where many users hold the same', async () => {
      for (const n of [1, 2, 3]) await begin(n, holding(1_500_000));
      await begin(1, []);
      await begin(4, holding(400_000));
      expect(await isForgotten()).to.equal(false);
    });

    it('are counted with their ends', async () => {
      await begin(
        1,
        holding(1_999_990),
        Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => [n, aTime(n)])),
      );
      expect(await isForgotten()).to.equal(true);
    });

    it('are asked for a page at a time, where a user is not known', async () => {
      await begin(1, holding(2_000_000));
      await read();
      listed = [
        { userId: anId(2), before: ['x'], endsBefore: { x: aTime(5) } },
        { userId: null, before: [] },
        { userId: anId(1), before: ['y'] },
        { userId: anId(2), before: ['of a later entry'] },
      ];
      const second = { ...record(5, 2, ['x'], ['b'], 77), ends: { x: null } };
      second.digests.before = digest(JSON.stringify([['x'], [['x', aTime(5)]]]));
      expect(await read(second, record(6, null, [], [], 0), record(7, 1, ['y'], ['c'], 77))).to.deep.equal([
        [['x'], ['x', 'b']],
        [[], []],
        [['y'], ['y', 'c']],
      ]);
      expect(asked).to.deep.equal([{ afterId: 4, limit: 3 }]);

      const known = [record(8, null, [], [], 0), record(9, 1, ['y', 'c'], ['d'], 77)];
      expect(await read(...known)).to.deep.equal([
        [[], []],
        [
          ['y', 'c'],
          ['y', 'c', 'd'],
        ],
      ]);
      expect(asked, 'for who is known').to.have.length(1);

      listed = [{ userId: anId(1), before: ['other'] }];
      const more = [record(10, 3, [], ['e']), record(11, 1, ['y', 'c', 'd'], ['f'], 77)];
      expect((await read(...more)) as unknown[]).to.deep.include([
        ['y', 'c', 'd'],
        ['y', 'c', 'd', 'f'],
      ]);
      expect(asked).to.have.length(2);
    });

    it('cannot be worked out where the store cannot be read', async () => {
      await begin(1, holding(2_000_000));
      await read();
      listed = { type: 'store-unavailable', cause: 'no disk' };
      expect(await read(record(5, 2, [], ['b']))).to.deep.equal(listed);
    });
  });
});
