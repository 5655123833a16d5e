import { EMAILS_PER_USER, PERSON_TEXT_MAX_LENGTH, parsePerson } from '@ops-admin/core/operations';
import { expect } from 'chai';

describe('parsePerson', () => {
  const LONGEST = `x@${'x'.repeat(PERSON_TEXT_MAX_LENGTH - 2)}`;
  const MOST = Array.from({ length: EMAILS_PER_USER }, (_, n) => `user${n}@example.org`);

  it('reports each mistake and its location', () => {
    const NO_EMAIL = 'must be an e-mail address: one @ between texts, without a space or a comma';
    const NO_NAME = 'must have a name, or a first or last name';
    const strange = 'must not contain control characters or lone surrogates';
    for (const [input, path, problem] of [
      [{ emails: 'a@b' }, ['emails'], 'must be an array of strings'],
      [{ emails: null }, ['emails'], 'must be an array of strings'],
      [{ emails: [...MOST, 'one@more'] }, ['emails'], 'must not hold more than 100 e-mails'],
      [{ emails: ['a@b', 7] }, ['emails', 1], 'must be a string'],
      [{ emails: [] }, ['emails'], 'must hold at least one e-mail'],
      ...['ada', '@b', 'a@', 'a@b@c', 'a b@c', 'a,b@c', '\u200b@b', 'a@\u00a0', 'a\u3000@b', ''].map(
        (email) => [{ emails: ['a@b', email] }, ['emails', 1], NO_EMAIL] as const,
      ),
      ...[{}, { name: '' }, { firstName: ' ', lastName: '\u200b' }].map(
        (names) => [{ personalInformation: names }, ['personalInformation'], NO_NAME] as const,
      ),
      [{ emails: [`${LONGEST}x`] }, ['emails', 0], 'must not be longer than 500 characters'],
      [{ emails: ['a\n@b'] }, ['emails', 0], strange],
      [{ personalInformation: 'Ada' }, ['personalInformation'], 'must be an object'],
      [{ personalInformation: null }, ['personalInformation'], 'must be an object'],
      [{ personalInformation: [] }, ['personalInformation'], 'must be an object'],
      [{ personalInformation: { firstName: 7 } }, ['personalInformation', 'firstName'], 'must be a string'],
      [{ personalInformation: { lastName: null } }, ['personalInformation', 'lastName'], 'must be a string'],
      [{ personalInformation: { name: '\ud800' } }, ['personalInformation', 'name'], strange],
    ] as const) {
      expect(parsePerson(input)._unsafeUnwrapErr(), JSON.stringify(input)).to.deep.equal({
        type: 'invalid-person',
        path,
        problem,
      });
    }
  });

  it('reads given members, and joins first and last name where the name is missing', () => {
    expect(parsePerson({})._unsafeUnwrap()).to.deep.equal({});
    expect(parsePerson({ emails: MOST })._unsafeUnwrap()).to.deep.equal({ emails: MOST });
    expect(parsePerson({ emails: [LONGEST] })._unsafeUnwrap()).to.deep.equal({ emails: [LONGEST] });
    const spellings = [' Ada@Example.org\u200b', 'ada@example.org', '\u3000e\u0301@x', '\u00c9@x\ufe0f'];
    expect(parsePerson({ emails: spellings })._unsafeUnwrap()).to.deep.equal({
      emails: ['Ada@Example.org', 'e\u0301@x'],
    });
    for (const [given, firstName, lastName, name] of [
      [{ firstName: 'Ada' }, 'Ada', '', 'Ada'],
      [{ lastName: 'Byron' }, '', 'Byron', 'Byron'],
      [{ firstName: 'Ada', lastName: 'Byron' }, 'Ada', 'Byron', 'Ada Byron'],
      [{ firstName: 'Ada', name: 'The Countess' }, 'Ada', '', 'The Countess'],
    ] as const) {
      expect(parsePerson({ personalInformation: given })._unsafeUnwrap()).to.deep.equal({
        personalInformation: { firstName, lastName, name },
      });
    }
  });
});
