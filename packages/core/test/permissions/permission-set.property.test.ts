import { PermissionSet, parsePermission } from '@ops-admin/core';
import { expect } from 'chai';
import fc from 'fast-check';

/**
 * The removal rules once more, written straight from the interface with nothing of core: a regular
 * expression a requested string instead of segments.
 */
function goesByTheRules(held: string, requested: readonly string[]): boolean {
  return requested.some((request) => {
    if (request === held) return true;
    const wildcard = /^service\.(?!\*\.)([^.]+)\.\*$/s.exec(request);
    if (wildcard === null) return false;
    const moduleLevel = `service.${wildcard[1]}`;
    return held === moduleLevel || held.startsWith(`${moduleLevel}.`);
  });
}

const traps = [
  'service.user.*',
  'service.user',
  'service.user.read',
  'service.users',
  'service.users.*',
  'service.users.read',
  'service.Users.read',
  'SERVICE.users.read',
  'service.*',
  'service.*.*',
  'service.*.read',
  'service..*',
  'service..read',
  'service.users.',
  'service.users.read.all',
  'service.users.*.*',
  'service',
  'service.',
  '.service.users.*',
  '__proto__',
  'service.__proto__.*',
  'service.__proto__.read',
  'service.constructor.*',
  'service.constructor',
  'toString',
  '',
  ' ',
  ' service.users.read',
  'service.users.read ',
  'service.users\n.read',
  'service.users\n.*',
  'service.münchen.*',
  'service.münchen.read',
  'service.mu\u0308nchen.read',
  'service.日本語.*',
  'service.日本語.🙂',
  `service.${'m'.repeat(100_000)}.*`,
  `service.${'m'.repeat(100_000)}.read`,
  `service.${'m'.repeat(100_001)}.read`,
  `service.users.${'r'.repeat(100_000)}`,
];
const segment = fc.oneof(
  fc.constantFrom('users', 'user', 'Users', '*', '', 'read', '__proto__'),
  fc.string({ unit: 'grapheme' }),
);
const permission = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...traps) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('service', 'service', 'other'), fc.array(segment, { maxLength: 3 }))
      .map(([prefix, segments]) => [prefix, ...segments].join('.')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const permissions = fc.array(permission, { maxLength: 20 });

describe('PermissionSet, for any set and any request', () => {
  const check = (property: (held: string[], requested: string[]) => void) =>
    fc.assert(fc.property(permissions, permissions, property), { numRuns: 2000 });

  it('removes exactly the permissions that the rules name', () => {
    check((held, requested) => {
      const { removed } = PermissionSet.of(held).remove(requested);
      expect(removed).to.deep.equal([...new Set(held)].filter((one) => goesByTheRules(one, requested)));
    });
  });

  it('keeps the order of the rest', () => {
    check((held, requested) => {
      const { after } = PermissionSet.of(held).remove(requested);
      expect([...after]).to.deep.equal([...new Set(held)].filter((one) => !goesByTheRules(one, requested)));
    });
  });

  it('changes nothing when the same removal is repeated', () => {
    check((held, requested) => {
      const { after } = PermissionSet.of(held).remove(requested);
      const again = after.remove(requested);
      expect(again.removed).to.deep.equal([]);
      expect([...again.after]).to.deep.equal([...after]);
    });
  });

  it('ignores the order and the division of the request', () => {
    check((held, requested) => {
      const whole = [...PermissionSet.of(held).remove(requested).after];
      let bit = PermissionSet.of(held);
      for (const one of requested.toReversed()) bit = bit.remove([one]).after;
      expect([...bit]).to.deep.equal(whole);
    });
  });

  it('grants no action of a module once its wildcard is removed', () => {
    check((held) => {
      const { after } = PermissionSet.of(held).remove(['service.users.*']);
      for (const required of ['service.users', 'service.users.read', 'service.users.*']) {
        expect(after.grants(required)).to.equal(false);
      }
    });
  });

  it('removes exactly the permissions that it added', () => {
    const wellFormed = permissions.map((texts) =>
      texts.map(parsePermission).flatMap((result) => (result.isOk() ? [result.value] : [])),
    );
    fc.assert(
      fc.property(permissions, wellFormed, (held, asked) => {
        const { after, added } = PermissionSet.of(held).add(asked);
        expect([...after]).to.deep.equal([...new Set([...held, ...asked])]);
        expect([...after].slice(after.size - added.length)).to.deep.equal(added);
      }),
    );
  });
});
