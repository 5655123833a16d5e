import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { type Permission, PermissionSet, parsePermission } from '@ops-admin/core';
import { expect } from 'chai';

describe('PermissionSet', () => {
  const setOf = (...held: string[]) => PermissionSet.of(held);
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

    it('puts one string under its new name, in its place, once', () => {
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

    it('puts all of a module under its new name, and no other', () => {
      const held = ['service.a', 'service.a.*', 'service.a.read', 'service.a.x.y', 'service.ab.read', 'a'];
      expect(renamed('service.a.*', 'service.b.*', ...held).after).to.deep.equal([
        ...['service.b', 'service.b.*', 'service.b.read', 'service.b.x.y', 'service.ab.read', 'a'],
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

    it('grants nothing of an empty set', () => {
      expect(setOf().grants('service.users.read')).to.equal(false);
    });
  });

  it('names the held strings that grant anything of several, in their order', () => {
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

  it('explains what each held string grants, and what covers it', () => {
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
  });

  describe('add', () => {
    it('puts what is new after what is held, in the order asked', () => {
      const change = setOf('odd one', 'service.a').add(
        permissions('service.c', 'service.a', 'service.b', 'service.c'),
      );
      expect([...change.after]).to.deep.equal(['odd one', 'service.a', 'service.c', 'service.b']);
      expect(change.added).to.deep.equal(['service.c', 'service.b']);
      expect(change.removed).to.deep.equal([]);
    });

    it('leaves the set it is called on as it was', () => {
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

    it('removes the very same string only', () => {
      const change = setOf(...users).remove(['service.users.read', 'SERVICE.USERS', 'service.user']);
      expect(change.removed).to.deep.equal(['service.users.read']);
    });

    it('removes every permission of a module by its wildcard, in the order held', () => {
      const change = setOf(...users).remove(['service.users.*']);
      expect(change.removed).to.deep.equal([
        'service.users.read',
        'service.users',
        'service.users.*',
        'service.users.write',
      ]);
      expect([...change.after]).to.deep.equal(['service.user.read']);
    });

    it('removes a module whose wildcard is not held', () => {
      expect(setOf('service.a.read', 'service.b.read').remove(['service.a.*']).removed).to.deep.equal([
        'service.a.read',
      ]);
    });

    it('leaves the actions of a module whose module-level string is removed', () => {
      expect(setOf('service.a', 'service.a.read', 'service.a.*').remove(['service.a']).removed).to.deep.equal(
        ['service.a'],
      );
    });

    it('takes service.*.* for a string like any other', () => {
      const change = setOf('service.a.read', 'service.*.*', 'service.*.read').remove(['service.*.*']);
      expect(change.removed).to.deep.equal(['service.*.*']);
    });

    it('leaves the set it is called on as it was', () => {
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

  describe('shown', () => {
    it('is an array in JSON', () => {
      expect(JSON.stringify({ held: setOf('b', 'a') })).to.equal('{"held":["b","a"]}');
      expect(setOf('b', 'a').toArray()).to.deep.equal(['b', 'a']);
    });

    it('is told apart by what compares values', () => {
      assert.deepStrictEqual({ held: setOf('a', 'b') }, { held: setOf('b', 'a') });
      assert.notDeepStrictEqual(setOf('a'), setOf('b'));
      assert.notDeepStrictEqual(setOf('a'), setOf('a', 'b'));
      expect(setOf('a')).to.not.deep.equal(setOf('b'));
    });

    it('shows what it holds to anyone who prints it, and its name', () => {
      expect(inspect(setOf('service.a', 'odd one'))).to.match(/^PermissionSet .*'service\.a', 'odd one'/s);
      expect(`${Object.prototype.toString.call(setOf())}`).to.equal('[object PermissionSet]');
    });

    it('is not made of nothing, which would take all that somebody holds', () => {
      for (const nothing of [undefined, null])
        expect(() => PermissionSet.of(nothing as unknown as string[])).to.throw(
          TypeError,
          'permissions are missing',
        );
    });
  });
});
