import type { Timestamp } from '@ops-admin/core';
import { changesWithoutEntry } from '@ops-admin/core/adapter';
import { aTime } from '@ops-admin/testing';
import { expect } from 'chai';

/** Strings, some with an end. */
type Held = Readonly<Record<string, Timestamp | null>>;

const setOf = (held: Held) => ({
  permissions: Object.keys(held),
  ends: new Map(Object.entries(held).flatMap(([one, end]) => (end === null ? [] : [[one, end] as const]))),
});

describe('A change without an entry', () => {
  const [soon, late, later] = [aTime(1), aTime(2), aTime(3)];
  /** The set in the audit log, the former set of the entry, and the set held now. */
  const cases: Readonly<Record<string, readonly [Held, Held, Held, gained: string[], lost: string[]]>> = {
    'empty, where each entry follows the one before': [
      { a: null, b: soon },
      { a: null, b: soon },
      { a: null },
      [],
      [],
    ],
    'an added string': [
      { a: null },
      { a: null, b: null, c: soon },
      { a: null, b: null, c: soon },
      ['b', 'c'],
      [],
    ],
    'an added string that has received an end since': [{}, { b: null }, { b: soon }, ['b'], []],
    'not an added string that was removed since': [{}, { b: null, c: soon }, {}, [], []],
    'a removed string': [{ a: null, b: null }, { a: null }, { a: null }, [], ['b']],
    'not a removed string that was added again': [{ b: null }, {}, { b: null }, [], []],
    'not a string that was removed since': [{ b: null }, { b: null }, {}, [], []],
    'a changed end': [
      { a: soon, b: null, c: soon },
      { a: late, b: late, c: null },
      { a: late, b: late, c: null },
      ['a', 'b', 'c'],
      [],
    ],
    'not a changed end that was changed again': [
      { a: soon, b: soon, c: soon, d: null },
      { a: late, b: late, c: null, d: late },
      { a: later, b: null, c: late },
      [],
      [],
    ],
  };
  for (const [what, [recorded, met, held, gained, lost]] of Object.entries(cases)) {
    it(`is ${what}`, () => {
      const found = changesWithoutEntry(setOf(recorded), setOf(met), setOf(held));
      expect(found).to.deep.equal({ gained, lost });
    });
  }
});
