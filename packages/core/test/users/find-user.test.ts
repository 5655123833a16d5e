import { findUser } from '@ops-admin/core/operations';
import { aDraft, anId, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('findUser', () => {
  const ports = openOrganisation();
  const find = (idOrEmail: string) => findUser(ports, idOrEmail);

  before(async () => {
    const users = [aUser(1), aUser(171), aUser(3, { emails: ['other@example.org', 'own@example.org'] })];
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
  });

  it('finds a user by identifier in either case', async () => {
    expect((await find(anId(171).toUpperCase()))._unsafeUnwrap().id).to.equal(anId(171));
  });

  it('finds a user by e-mail', async () => {
    expect((await find('OWN@example.org'))._unsafeUnwrap().id).to.equal(anId(3));
  });

  it('finds a user by an e-mail in another spelling', async () => {
    expect((await find(' USER1@example.org\u200b'))._unsafeUnwrap().id).to.equal(anId(1));
  });

  for (const unknown of [anId(99), 'nobody@example.org', 'nobody', '']) {
    it(`does not find ${JSON.stringify(unknown)}`, async () => {
      expect((await find(unknown))._unsafeUnwrapErr()).to.deep.equal({
        type: 'user-not-found',
        user: unknown,
      });
    });
  }
});
