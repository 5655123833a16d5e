import { err, ok, type Result } from '../result.js';
import { isLongerThan } from '../values/is-longer-than.js';
import { membersOf } from '../values/members-of.js';
import type { PersonalInformation } from './user.js';

/** The longest e-mail, and the longest part of a name, in characters (code points). */
export const PERSON_TEXT_MAX_LENGTH = 500;
/** How many e-mails a user can have. */
export const EMAILS_PER_USER = 100;

/** The value does not say who a user is. */
export interface InvalidPerson {
  readonly type: 'invalid-person';
  /** Where it is wrong, from the outside in, such as `['emails', 1]`. */
  readonly path: readonly (string | number)[];
  /** What is wrong there: `must be a string`. */
  readonly problem: string;
}

/** E-mails and names, as a change of a user names them; what is left out stays as it is. */
export interface ParsedPerson {
  readonly emails?: readonly string[];
  readonly personalInformation?: PersonalInformation;
}

/**
 * Reads `emails` and `personalInformation` (decision 13). Parts of a name that are left out are empty; without a name it is first
 * and last name. Errors: the first {@link InvalidPerson}.
 */
export function parsePerson(input: unknown): Result<ParsedPerson, InvalidPerson> {
  const { emails, personalInformation } = membersOf(input);
  const read: { emails?: readonly string[]; personalInformation?: PersonalInformation } = {};
  if (emails !== undefined) {
    if (!Array.isArray(emails)) return invalid(['emails'], 'must be an array of strings');
    if (emails.length > EMAILS_PER_USER)
      return invalid(['emails'], `must not hold more than ${EMAILS_PER_USER} e-mails`);
    for (let n = 0; n < emails.length; n++) {
      const problem = problemWith(emails[n]);
      if (problem !== undefined) return invalid(['emails', n], problem);
      if (!emails[n].includes('@')) return invalid(['emails', n], 'must be an e-mail address');
    }
    read.emails = [...emails];
  }
  if (personalInformation !== undefined) {
    if (
      typeof personalInformation !== 'object' ||
      personalInformation === null ||
      Array.isArray(personalInformation)
    ) {
      return invalid(['personalInformation'], 'must be an object');
    }
    const parts = membersOf(personalInformation);
    for (const part of ['firstName', 'lastName', 'name'] as const) {
      const problem = parts[part] === undefined ? undefined : problemWith(parts[part]);
      if (problem !== undefined) return invalid(['personalInformation', part], problem);
    }
    const { firstName = '', lastName = '', name = '' } = parts as Partial<PersonalInformation>;
    read.personalInformation = { firstName, lastName, name: name || `${firstName} ${lastName}`.trim() };
  }
  return ok(read);
}

function problemWith(text: unknown): string | undefined {
  if (typeof text !== 'string') return 'must be a string';
  if (isLongerThan(PERSON_TEXT_MAX_LENGTH, text))
    return `must not be longer than ${PERSON_TEXT_MAX_LENGTH} characters`;
  return /[\p{Cc}\p{Cs}]/u.test(text) ? 'must not contain control characters or half characters' : undefined;
}

function invalid(path: InvalidPerson['path'], problem: string): Result<never, InvalidPerson> {
  return err({ type: 'invalid-person', path, problem });
}
