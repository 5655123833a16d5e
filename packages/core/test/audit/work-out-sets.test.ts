import type { AuditRecord } from '@ops-admin/core';
import { lastSets, type SetStep, workOutSets } from '@ops-admin/core/adapter';
import { aDraft, anId } from '@ops-admin/testing';
import { expect } from 'chai';

describe('Sets that are worked out', () => {
  const step = (entryId: number, added: string[], removed: string[] = [], n = 1): SetStep => ({
    userId: anId(n),
    entryId,
    added,
    removed,
  });
  const record = ({ added, entryId, removed, sets, userId }: SetStep): AuditRecord => ({
    ...aDraft(),
    id: entryId,
    userId,
    added,
    removed,
    digests: { before: '', after: '' },
    sinceSets: 0,
    seal: { previous: '', digest: '', keyId: 'key' },
    ...(sets && { sets }),
  });
  const sets = (records: readonly AuditRecord[], steps: readonly SetStep[]) =>
    workOutSets(records, steps).map(({ after, before }) => [before, after]);

  const steps = [
    { ...step(1, []), sets: { after: ['z', 'a'] } },
    step(3, ['b']),
    step(4, ['x'], [], 2),
    step(6, ['c', 'd'], ['z']),
  ];
  const [, third, , sixth] = steps as [SetStep, SetStep, SetStep, SetStep];

  it('follow from the changes since the last whole set, in whatever order these come', () => {
    const expected = [
      [
        ['z', 'a'],
        ['z', 'a', 'b'],
      ],
      [
        ['z', 'a', 'b'],
        ['a', 'b', 'c', 'd'],
      ],
    ];
    for (const given of [steps, [...steps].reverse(), [...steps.slice(2), ...steps.slice(0, 2)]]) {
      expect(sets([record(third), record(sixth)], given)).to.deep.equal(expected);
    }
    expect(sets([record(sixth), record(third)], steps), 'the newest first').to.deep.equal(expected.reverse());
  });

  it('are the same before and after an entry that changed nothing', () => {
    const same = ['z', 'a', 'b'];
    expect(sets([record(step(5, []))], steps)).to.deep.equal([[same, same]]);
    expect(sets([record(step(5, []))], [])).to.deep.equal([[[], []]]);
  });

  it('do not mix users up', () => {
    expect(sets([record(step(4, ['x'], [], 2))], steps)).to.deep.equal([[[], ['x']]]);
  });

  it('are those that are kept, where they are', () => {
    const kept = { ...step(5, ['n'], ['m']), sets: { before: ['m', 'odd'], after: ['odd', 'n'] } };
    expect(sets([record(kept)], [...steps, kept])).to.deep.equal([
      [
        ['m', 'odd'],
        ['odd', 'n'],
      ],
    ]);
  });

  it('are known of every user at the end', () => {
    const expected = new Map([
      [anId(1), { permissions: ['a', 'b', 'c', 'd'], ends: new Map() }],
      [anId(2), { permissions: ['x'], ends: new Map() }],
    ]);
    expect(lastSets(steps)).to.deep.equal(expected);
    expect(lastSets([...steps].reverse())).to.deep.equal(expected);
  });
});
