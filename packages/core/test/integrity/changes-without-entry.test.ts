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

describe('What an entry met that no entry gave or took', () => {
  const [soon, late, later] = [aTime(1), aTime(2), aTime(3)];
  /** What the trail left, what the entry met, and what is held now. */
  const cases: Readonly<Record<string, readonly [Held, Held, Held, gained: string[], lost: string[]]>> = {
    'nothing, where each follows': [{ a: null, b: soon }, { a: null, b: soon }, { a: null }, [], []],
    'what came': [{ a: null }, { a: null, b: null, c: soon }, { a: null, b: null, c: soon }, ['b', 'c'], []],
    'what came, and got an end since': [{}, { b: null }, { b: soon }, ['b'], []],
    'not what came, and is gone': [{}, { b: null, c: soon }, {}, [], []],
    'what went': [{ a: null, b: null }, { a: null }, { a: null }, [], ['b']],
    'not what went, and is back': [{ b: null }, {}, { b: null }, [], []],
    'not what went since': [{ b: null }, { b: null }, {}, [], []],
    'what got another end': [
      { a: soon, b: null, c: soon },
      { a: late, b: late, c: null },
      { a: late, b: late, c: null },
      ['a', 'b', 'c'],
      [],
    ],
    'not what got another end, and a third one since': [
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
