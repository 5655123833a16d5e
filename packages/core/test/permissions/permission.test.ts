import { moduleOf, PermissionSet, parsePermission } from '@ops-admin/core';
import { expect } from 'chai';

describe('parsePermission', () => {
  for (const text of ['service.users', 'service.users.read', 'service.users.*', 'service.e-mail_2.Read']) {
    it(`accepts ${text}`, () => {
      expect(parsePermission(text)._unsafeUnwrap()).to.equal(text);
    });
  }

  it('accepts at most 256 characters', () => {
    const longest = `service.${'m'.repeat(248)}`;
    expect(parsePermission(longest).isOk()).to.equal(true);
    expect(parsePermission(`${longest}m`).isErr()).to.equal(true);
  });

  const refused = [
    '',
    'service',
    'service.',
    'service..read',
    'service.users.',
    'service.*',
    'service.*.*',
    'service.*.read',
    'service.users.read.all',
    'service.users.**',
    'service.users.re*d',
    'Service.users.read',
    'users.read',
    ' service.users.read',
    'service.users.read\n',
    'service.us ers.read',
    'service.münchen.read',
    '__proto__',
  ];
  for (const text of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(parsePermission(text)._unsafeUnwrapErr()).to.deep.equal({ type: 'invalid-permission', text });
    });
  }
});

describe('moduleOf', () => {
  const modules: Record<string, string | undefined> = {
    'service.users': 'users',
    'service.users.read': 'users',
    'service.users.*': 'users',
    'service.users.read.all': 'users',
    'service.users.': 'users',
    'service.münchen.read': 'münchen',
    'service.*': undefined,
    'service.*.read': undefined,
    'service..read': undefined,
    service: undefined,
    '': undefined,
    'Service.users': undefined,
    'other.users.read': undefined,
  };
  for (const [text, module] of Object.entries(modules)) {
    it(`of ${JSON.stringify(text)} is ${module ?? 'none'}`, () => {
      expect(moduleOf(text)).to.equal(module);
    });
  }
});

describe('A removal', () => {
  const leftBy = (text: string) => [
    ...PermissionSet.of(['service.users.write', 'service.tickets.read']).remove([text]).after,
  ];

  it('removes the module by a wildcard', () => {
    expect(leftBy('service.users.*')).to.deep.equal(['service.tickets.read']);
  });

  for (const text of [
    'service.users',
    'service.users.read',
    'service.users.*.*',
    'service.*.*',
    'service.*',
    'service..*',
  ]) {
    it(`removes no module by ${text}`, () => {
      expect(leftBy(text)).to.deep.equal(['service.users.write', 'service.tickets.read']);
    });
  }
});
