import type { UserFilter } from '@ops-admin/core';
import {
  compareCodePoints,
  emailKeyOf,
  heldTermsOf,
  nameKeyOf,
  searchTextOf,
  searchWordsOf,
  soughtIdOf,
} from '@ops-admin/core/adapter';
import { anId, aUser } from '@ops-admin/testing';
import { expect } from 'chai';

describe('A filter of users', () => {
  const user = aUser(7, {
    emails: ['Ada@Example.org', 'second@example.org'],
    personalInformation: { firstName: 'Augusta', lastName: 'King', name: 'Ada Lovelace' },
    permissions: ['service.billing.*', 'service.tickets', 'odd'],
  });

  const fitting: readonly UserFilter[] = [
    {},
    { search: 'ada@EXAMPLE' },
    { search: 'second@' },
    { search: 'LOVE' },
    { search: 'gust' },
    { search: 'kin' },
    { search: anId(7).slice(0, 8) },
    { holds: 'odd' },
    { holds: 'service.billing.*' },
    { holds: 'service.tickets.*' },
    { grants: 'service.billing.read' },
    { grants: 'service.tickets.read' },
    { grants: 'odd' },
    { search: 'ada', holds: 'odd', grants: 'odd' },
  ];
  const others: readonly UserFilter[] = [
    { search: 'bob' },
    { search: anId(7).slice(-4) },
    { holds: 'service.billing.read' },
    { holds: 'service.fuel.*' },
    { grants: 'service.fuel.read' },
    { grants: 'od' },
    { search: 'bob', holds: 'odd', grants: 'odd' },
    { search: 'ada', holds: 'even', grants: 'odd' },
    { search: 'ada', holds: 'odd', grants: 'even' },
  ];
  const named = (filter: UserFilter) => JSON.stringify(filter);
  const answers = [
    ...fitting.map((one) => [one, true] as const),
    ...others.map((one) => [one, false] as const),
  ];
  for (const [filter, fits] of answers) {
    it(`${fits ? 'matches' : 'excludes'} a user by the terms of ${named(filter)}`, () => {
      const held = [...user.permissions];
      const byTerms = heldTermsOf(filter).every((term) =>
        'module' in term
          ? held.some((one) => one === `service.${term.module}` || one.startsWith(`service.${term.module}.`))
          : term.permissions.some((one) => held.includes(one)),
      );
      const { search } = filter;
      const bySearch =
        search === undefined ||
        searchTextOf(user).includes(search.toLowerCase()) ||
        user.id.startsWith(search);
      expect(byTerms && bySearch).to.equal(fits);
    });
  }

  it('asks for held and for granting strings', () => {
    expect(heldTermsOf({})).to.deep.equal([]);
    expect(heldTermsOf({ holds: 'service.a.*', grants: 'service.b.read' })).to.deep.equal([
      { module: 'a' },
      { permissions: ['service.b.read', 'service.b.*', 'service.b'] },
    ]);
    expect(heldTermsOf({ holds: 'odd', grants: 'odd' })).to.deep.equal([
      { permissions: ['odd'] },
      { permissions: ['odd'] },
    ]);
    expect(heldTermsOf({ grants: 'service.b' })).to.deep.equal([
      { permissions: ['service.b', 'service.b.*'] },
    ]);
  });

  it('keeps a line for each e-mail and name, and the name for sorting', () => {
    expect(searchTextOf(user).split('\n')).to.have.lengthOf(5);
    const repeated = { firstName: 'ADA', lastName: 'Lóvelace', name: 'Ada Lovelace' };
    expect(searchTextOf({ emails: [], personalInformation: repeated })).to.equal('ada lovelace');
    expect(nameKeyOf(user)).to.equal('ada lovelace\u0001Ada Lovelace');
    expect(emailKeyOf(user)).to.equal('ada@example.org');
    expect(emailKeyOf({ emails: [] })).to.equal('');
  });

  it('searches for the words of a text, the longest first, or for the beginning of an id', () => {
    expect(searchWordsOf(' b  Ccc\tdd b ')).to.deep.equal(['ccc', 'dd', 'b']);
    expect(searchWordsOf('')).to.deep.equal([]);
    expect(soughtIdOf(searchWordsOf(` ${anId(7)} `))).to.equal(anId(7));
    const ids = [['0f'], ['a'.repeat(24)], ['a'.repeat(25)], ['x0'], ['0x'], ['a', 'b'], []].map(soughtIdOf);
    expect(ids.map((id) => id?.length)).to.deep.equal([2, 24, ...Array(5).fill(undefined)]);
  });

  it('orders by code points', () => {
    const sorted = ['b', 'a', '\u{1f600}', '\uffee', 'ab', ''].sort(compareCodePoints);
    expect(sorted).to.deep.equal(['', 'a', 'ab', 'b', '\uffee', '\u{1f600}']);
    expect(compareCodePoints('a', 'a')).to.equal(0);
    expect(compareCodePoints('a\u0000', 'a')).to.be.above(0);
    expect(compareCodePoints('a', 'a\u0000')).to.be.below(0);
  });
});
