import { describeUser, namesOf } from '@ops-admin/core/operations';
import { expect } from 'chai';

type NamedUser = Parameters<typeof describeUser>[0];

describe('The text for a user', () => {
  const [userId, email, name] = ['u1', 'ada@example.org', 'Ada Byron'];
  const known: readonly (readonly [who: NamedUser, described: string, names: NamedUser])[] = [
    [{ userId, email, name }, 'Ada Byron <ada@example.org>', { userId, email, name }],
    [{ userId, name }, 'Ada Byron (u1)', { userId, name }],
    [{ name }, 'Ada Byron ()', { name }],
    [{ userId, email, name: '' }, 'ada@example.org', { userId, email }],
    [{ userId, email: undefined }, 'u1', { userId }],
    [{ userId: undefined, email: '' }, '', { email: '' }],
    [{}, '', {}],
  ];
  for (const [who, described, names] of known) {
    it(`is ${JSON.stringify(described)} where ${JSON.stringify(who)} is known`, () => {
      expect(describeUser(who)).to.equal(described);
      expect(namesOf(who)).to.deep.equal(names);
    });
  }
});
