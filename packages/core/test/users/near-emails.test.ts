import { findUser, nearEmails } from '@ops-admin/core/operations';
import { aDraft, anId, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

const CHARACTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789.-_+@'];

describe('nearEmails', () => {
  it('returns every text with an extra, missing, wrong or swapped letter', () => {
    const expected = new Set([
      ...['1', 'a', '1a'],
      ...CHARACTERS.flatMap((one) => [`${one}a1`, `a${one}1`, `a1${one}`, `${one}1`, `a${one}`]),
    ]);
    expected.delete('a1');
    expect([...nearEmails('A1')].sort()).to.deep.equal([...expected].sort());
  });

  it('swaps two letters in the middle', () => {
    expect(nearEmails('abcd')).to.include('acbd').and.to.include('abdc').and.not.to.include('acdb');
  });

  it('returns none for a long text', () => {
    expect([63, 64, 65].map((length) => nearEmails('a'.repeat(length)).size > 0)).to.deep.equal([
      true,
      true,
      false,
    ]);
  });
});

describe('An unknown user', () => {
  const { organisation, users } = openOrganisation();
  const asked: string[] = [];
  const ports = {
    users: {
      find: users.find.bind(users),
      idsByEmail: (emails: readonly string[]) => {
        asked.push('idsByEmail');
        return users.idsByEmail(emails);
      },
      summaries: (ids: Parameters<typeof users.summaries>[0]) => {
        asked.push('summaries');
        return users.summaries(ids);
      },
    },
  };
  const nearOf = async (email: string) => {
    asked.length = 0;
    const error = (await findUser(ports, email))._unsafeUnwrapErr();
    return [error, [...asked]];
  };
  const notFound = (user: string) => ({ type: 'user-not-found', user });

  before(async () => {
    const named = { firstName: '', lastName: '', name: 'Ada' };
    const given = [
      aUser(1, { emails: ['other@example.org', 'Ada@example.org'], personalInformation: named }),
      ...[2, 3, 4, 5].map((n) => aUser(n, { emails: [`bob${n}@example.org`, `bob${n}x@example.org`] })),
    ];
    await organisation.importUsers(given, aDraft({ action: 'set' }));
  });

  it('leads to suggestions, of which three are named', async () => {
    expect(await nearOf('aad@example.org')).to.deep.equal([
      { ...notFound('aad@example.org'), near: ['Ada <Ada@example.org>'] },
      ['idsByEmail', 'idsByEmail', 'summaries'],
    ]);
    expect(await nearOf('bob@example.org')).to.deep.equal([
      {
        ...notFound('bob@example.org'),
        near: [2, 3, 4].map((n) => `First${n} Last${n} <bob${n}@example.org>`),
      },
      ['idsByEmail', 'idsByEmail', 'summaries'],
    ]);
  });

  it('leads to no search without candidates', async () => {
    expect(await nearOf('nobody@example.org')).to.deep.equal([
      notFound('nobody@example.org'),
      ['idsByEmail', 'idsByEmail'],
    ]);
    const long = `${'a'.repeat(60)}@example.org`;
    expect(await nearOf(long)).to.deep.equal([notFound(long), ['idsByEmail']]);
    expect(await nearOf(anId(99))).to.deep.equal([notFound(anId(99)), []]);
  });
});
