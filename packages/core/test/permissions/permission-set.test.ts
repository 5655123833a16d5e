import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { type Permission, type PermissionChange, PermissionSet, parsePermission } from '@ops-admin/core';
import { aTime } from '@ops-admin/testing';
import { expect } from 'chai';

describe('PermissionSet', () => {
  const setOf = (...held: string[]) => PermissionSet.of(held);
  const untilOf = (ends: Record<string, number>) =>
    new Map(Object.entries(ends).map(([one, second]) => [one, aTime(second)]));
  const permissions = (...texts: string[]): Permission[] =>
    texts.map((text) => parsePermission(text)._unsafeUnwrap());

  it('holds each string once, at its first place', () => {
    expect([...setOf('b', 'a', 'b')]).to.deep.equal(['b', 'a']);
    expect(setOf('b', 'a', 'b').size).to.equal(2);
  });

  describe('rename', () => {
    const renamed = (from: string, to: string, ...held: string[]) => {
      const { added, after, removed } = setOf(...held).rename({ from, to: permissions(to)[0] as Permission });
      return { after: [...after], added, removed };
    };

    it('replaces one string by its new name, in its position, once', () => {
      expect(renamed('x', 'service.b', 'service.a', 'x', 'service.c')).to.deep.equal({
        after: ['service.a', 'service.b', 'service.c'],
        added: ['service.b'],
        removed: ['x'],
      });
      expect(renamed('x', 'service.b', 'x', 'service.a', 'service.b')).to.deep.equal({
        after: ['service.b', 'service.a'],
        added: [],
        removed: ['x'],
      });
      expect(renamed('service.a', 'service.b', 'service.a.read').removed).to.deep.equal([]);
    });

    it('replaces all strings in a module, and no others', () => {
      const held = ['service.a', 'service.a.*', 'service.a.read', 'service.a.x.y', 'service.ab.read', 'a'];
      expect(renamed('service.a.*', 'service.b.*', ...held).after).to.deep.equal([
        ...['service.b', 'service.b.*', 'service.b.read', 'service.b.x.y', 'service.ab.read', 'a'],
      ]);
    });

    it('treats a wildcard as an ordinary string where only one of the names is a wildcard', () => {
      expect(renamed('odd', 'service.b.*', 'service.a.read', 'odd').after).to.deep.equal([
        'service.a.read',
        'service.b.*',
      ]);
      expect(renamed('service.a.*', 'service.b', 'service.a.read', 'service.a.*').after).to.deep.equal([
        'service.a.read',
        'service.b',
      ]);
    });

    it('keeps the later end of two strings that become one', () => {
      for (const [a, b] of [
        [5, 9],
        [9, 5],
      ] as const) {
        const set = PermissionSet.of(['service.a', 'service.b'], untilOf({ 'service.a': a, 'service.b': b }));
        const { after } = set.rename({ from: 'service.b', to: permissions('service.a')[0] as Permission });
        expect([[...after], after.ends]).to.deep.equal([['service.a'], untilOf({ 'service.a': 9 })]);
      }
    });
  });

  describe('undo', () => {
    const set = PermissionSet.of(
      ['service.a', 'service.b', 'service.c'],
      untilOf({ 'service.b': 6, 'service.c': 7 }),
    );
    const endAt = (one: string, second: number) => ({ [one]: aTime(second) });
    const undone = (given: Partial<Parameters<typeof set.undo>[0]>) => {
      const { after } = set.undo({ added: [], removed: [], ...given });
      return [...after].map((one) => `${one} ${after.ends.get(one)?.slice(17, 19) ?? 'for good'}`);
    };
    const ALL = ['service.a for good', 'service.b 06', 'service.c 07'];

    it('removes an added string, unless its end has changed', () => {
      expect(undone({ added: ['service.a', 'service.x'] })).to.deep.equal(ALL.slice(1));
      expect(undone({ added: ['service.b'], ends: endAt('service.b', 6) })).to.deep.equal([ALL[0], ALL[2]]);
      expect(undone({ added: ['service.b'], ends: endAt('service.b', 5) })).to.deep.equal(ALL);
      expect(undone({ added: ['service.b'] })).to.deep.equal(ALL);
    });

    it('restores the former end, unless it has changed since', () => {
      const [ends, endsBefore] = [endAt('service.b', 6), endAt('service.b', 3)];
      expect(undone({ ends, endsBefore })).to.deep.equal([ALL[0], 'service.b 03', ALL[2]]);
      expect(undone({ ends: endAt('service.b', 5), endsBefore })).to.deep.equal(ALL);
      expect(undone({ ends })).to.deep.equal([ALL[0], 'service.b for good', ALL[2]]);
    });

    it('restores a removed string with its end, and keeps a held one unchanged', () => {
      const endsBefore = { ...endAt('service.b', 3), ...endAt('service.d', 8) };
      expect(undone({ removed: ['service.b', 'service.c', 'service.d'], endsBefore })).to.deep.equal([
        ...ALL,
        'service.d 08',
      ]);
    });
  });

  describe('setModules', () => {
    const held = ['service.a.read', 'odd one', 'service.b.read', 'service.a.write'];
    const set = PermissionSet.of(held, untilOf({ 'service.a.read': 5, 'service.b.read': 6 }));
    const after = (given: Omit<Extract<PermissionChange, { action: 'set' }>, 'action'>) => {
      const change = set.apply({ action: 'set', ...given });
      return [[...change.after], Object.fromEntries(change.after.ends)];
    };
    const some = ['service.a.new', 'service.a.write'];

    it('keeps all other strings in their position, with their ends', () => {
      expect(after({ permissions: some, modules: ['a'] })).to.deep.equal([
        ['odd one', 'service.b.read', 'service.a.write', 'service.a.new'],
        { 'service.b.read': aTime(6) },
      ]);
      const ends = { 'service.a.new': aTime(9) };
      expect(after({ permissions: some, modules: ['a'], ends })).to.deep.equal([
        ['odd one', 'service.b.read', 'service.a.write', 'service.a.new'],
        { 'service.b.read': aTime(6), ...ends },
      ]);
      expect(after({ permissions: [], modules: [] })[0]).to.deep.equal(held);
    });

    it('sets all strings without modules', () => {
      expect(after({ permissions: some })).to.deep.equal([some, {}]);
      expect(after({ permissions: held, ends: { 'odd one': aTime(9) } })).to.deep.equal([
        held,
        { 'odd one': aTime(9) },
      ]);
    });
  });

  describe('grants', () => {
    const cases: [held: string, required: string, granted: boolean][] = [
      ['service.users.read', 'service.users.read', true],
      ['service.users.*', 'service.users.read', true],
      ['service.users', 'service.users.read', true],
      ['service.users.*', 'service.users', true],
      ['service.users', 'service.users.*', true],
      ['service.users.read', 'service.users.write', false],
      ['service.users.read', 'service.users', false],
      ['service.users.read', 'service.users.*', false],
      ['service.user.*', 'service.users.read', false],
      ['service.users.*', 'service.user.read', false],
      ['service.Users.*', 'service.users.read', false],
      ['service.*.*', 'service.users.read', false],
      ['service.*', 'service.users.read', false],
      ['service', 'service.users.read', false],
      ['*', 'service.users.read', false],
      ['odd one', 'odd one', true],
      ['service..*', 'service..read', false],
      // A module may have any name.
      ['service.undefined', 'odd one', false],
      ['service.undefined.*', 'odd one', false],
    ];
    for (const [held, required, granted] of cases) {
      it(`${granted ? 'lets' : 'does not let'} ${held} grant ${required}`, () => {
        expect(setOf('service.x.y', held).grants(required)).to.equal(granted);
      });
    }

    it('grants nothing with an empty set', () => {
      expect(setOf().grants('service.users.read')).to.equal(false);
    });
  });

  it('lists the held strings that grant any of several permissions, in their order', () => {
    const held = setOf(
      'service.b',
      'odd one',
      'service.a.*',
      'service.a.read',
      'service.c',
      'service.undefined',
    );
    expect(held.grantersOf(['service.a.read', 'service.b.write'])).to.deep.equal([
      'service.b',
      'service.a.*',
      'service.a.read',
    ]);
    expect(held.grantersOf(['odd one'])).to.deep.equal(['odd one']);
    expect(held.grantersOf([])).to.deep.equal([]);
  });

  it('explains the permissions that each held string grants, and the strings that cover it', () => {
    const held = setOf(
      'service.a.read',
      'service.a',
      'service.a.*',
      'service.b.read',
      'service.*',
      'odd one',
      'service.a.b.c',
      'service.undefined',
    );
    expect(held.explain()).to.deep.equal([
      { permission: 'service.a.read', coveredBy: ['service.a', 'service.a.*'] },
      { permission: 'service.a', module: 'a', coveredBy: ['service.a.*'] },
      { permission: 'service.a.*', module: 'a', coveredBy: ['service.a'] },
      { permission: 'service.b.read', coveredBy: [] },
      { permission: 'service.*', coveredBy: [] },
      { permission: 'odd one', coveredBy: [] },
      { permission: 'service.a.b.c', coveredBy: ['service.a', 'service.a.*'] },
      { permission: 'service.undefined', module: 'undefined', coveredBy: [] },
    ]);
    expect(PermissionSet.of(['service.a', 'odd'], untilOf({ 'service.a': 5 })).explain()).to.deep.equal([
      { permission: 'service.a', module: 'a', until: aTime(5), coveredBy: [] },
      { permission: 'odd', coveredBy: [] },
    ]);
  });

  describe('add', () => {
    it('appends new strings after held ones, in the order of the request', () => {
      const change = setOf('odd one', 'service.a').add(
        permissions('service.c', 'service.a', 'service.b', 'service.c'),
      );
      expect([...change.after]).to.deep.equal(['odd one', 'service.a', 'service.c', 'service.b']);
      expect(change.added).to.deep.equal(['service.c', 'service.b']);
      expect(change.removed).to.deep.equal([]);
    });

    it('does not change the original set', () => {
      const set = setOf('service.a');
      const change = set.add(permissions('service.b'));
      expect([...set]).to.deep.equal(['service.a']);
      expect(change.before).to.equal(set);
    });
  });

  describe('remove', () => {
    const users = [
      'service.users.read',
      'service.users',
      'service.user.read',
      'service.users.*',
      'service.users.write',
    ];

    it('removes only the exact string', () => {
      const change = setOf(...users).remove(['service.users.read', 'SERVICE.USERS', 'service.user']);
      expect(change.removed).to.deep.equal(['service.users.read']);
    });

    it('removes every permission in a module by its wildcard, in the order held', () => {
      const change = setOf(...users).remove(['service.users.*']);
      expect(change.removed).to.deep.equal([
        'service.users.read',
        'service.users',
        'service.users.*',
        'service.users.write',
      ]);
      expect([...change.after]).to.deep.equal(['service.user.read']);
    });

    it('removes only the exact wildcard, where it is exact', () => {
      expect(setOf(...users).remove(['service.users.*'], true).removed).to.deep.equal(['service.users.*']);
    });

    it('removes a module whose wildcard is not held', () => {
      expect(setOf('service.a.read', 'service.b.read').remove(['service.a.*']).removed).to.deep.equal([
        'service.a.read',
      ]);
    });

    it('keeps the actions of a module whose module-level string is removed', () => {
      expect(setOf('service.a', 'service.a.read', 'service.a.*').remove(['service.a']).removed).to.deep.equal(
        ['service.a'],
      );
    });

    it('treats service.*.* as an ordinary string', () => {
      const change = setOf('service.a.read', 'service.*.*', 'service.*.read').remove(['service.*.*']);
      expect(change.removed).to.deep.equal(['service.*.*']);
    });

    it('does not change the original set', () => {
      const set = setOf('service.a', 'service.b');
      set.remove(['service.a']);
      expect([...set]).to.deep.equal(['service.a', 'service.b']);
    });
  });

  it('replaces the whole and reports the difference', () => {
    const change = setOf('a', 'b', 'c').replaceWith(['c', 'd', 'a', 'd']);
    expect([...change.after]).to.deep.equal(['c', 'd', 'a']);
    expect(change).to.deep.include({ added: ['d'], removed: ['b'] });
  });

  describe('as a value', () => {
    it('is an array in JSON', () => {
      expect(JSON.stringify({ held: setOf('b', 'a') })).to.equal('{"held":["b","a"]}');
      expect(setOf('b', 'a').toArray()).to.deep.equal(['b', 'a']);
    });

    it('differs from another set in deep comparison', () => {
      assert.deepStrictEqual({ held: setOf('a', 'b') }, { held: setOf('b', 'a') });
      assert.notDeepStrictEqual(setOf('a'), setOf('b'));
      assert.notDeepStrictEqual(setOf('a'), setOf('a', 'b'));
      expect(setOf('a')).to.not.deep.equal(setOf('b'));
    });

    it('prints its strings, and its name', () => {
      expect(inspect(setOf('service.a', 'odd one'))).to.match(/^PermissionSet .*'service\.a', 'odd one'/s);
      expect(`${Object.prototype.toString.call(setOf())}`).to.equal('[object PermissionSet]');
    });

    it('cannot be made from undefined, which would remove all permissions of a user', () => {
      for (const nothing of [undefined, null])
        expect(() => PermissionSet.of(nothing as unknown as string[])).to.throw(
          TypeError,
          'permissions are missing',
        );
    });
  });
});
