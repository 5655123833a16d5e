import type { ObjectId } from '@ops-admin/core';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { findParentCycle } from '../../dist/departments/parent-cycle.js';

describe('findParentCycle', () => {
  const parents = fc
    .array(fc.option(fc.integer({ min: 0, max: 12 })), { maxLength: 10 })
    .map((up) => new Map(up.map((parent, n) => [anId(n), parent === null ? null : anId(parent)])));

  /** Whether some department is reached from itself, by walking up as many steps as there are departments. */
  const hasCycle = (up: ReadonlyMap<ObjectId, ObjectId | null>) =>
    [...up.keys()].some((start) => {
      let current: ObjectId | null | undefined = start;
      for (let step = 0; current && step <= up.size; step++) current = up.get(current);
      return Boolean(current);
    });

  it('finds a cycle exactly where one exists, for any graph', () => {
    fc.assert(
      fc.property(parents, (up) => {
        expect(findParentCycle(up) !== undefined).to.equal(hasCycle(up));
      }),
      { numRuns: 1000 },
    );
  });

  it('returns a path that is really a cycle', () => {
    fc.assert(
      fc.property(parents, (up) => {
        const cycle = findParentCycle(up) ?? [];
        for (const [index, id] of cycle.entries())
          expect(up.get(id)).to.equal(cycle[(index + 1) % cycle.length]);
      }),
      { numRuns: 1000 },
    );
  });

  it('accepts a chain of 100,000 departments', () => {
    const chain = new Map(Array.from({ length: 100_000 }, (_, n) => [anId(n), n === 0 ? null : anId(n - 1)]));
    expect(findParentCycle(chain)).to.equal(undefined);
    chain.set(anId(0), anId(99_999));
    expect(findParentCycle(chain)).to.have.length(100_000);
  });
});
