import { err, ok, type Result } from '../result.js';
import { foldKey, trimEnds } from '../values/fold-text.js';
import { membersOf } from '../values/members-of.js';
import { textProblem } from '../values/text-problem.js';
import type { PersonalInformation, UserSummary } from './user.js';

/** The longest e-mail, and the longest part of a name, in characters (code points). */
export const PERSON_TEXT_MAX_LENGTH = 500;
export const EMAILS_PER_USER = 100;

/** The value is not a person. */
export interface InvalidPerson {
  readonly type: 'invalid-person';
  /** The place of the mistake, from the outside in: `['emails', 1]`. */
  readonly path: readonly (string | number)[];
  /** For people: `must be a string`. */
  readonly problem: string;
}

/** E-mails and names in a change of a user; a missing member stays. */
export type ParsedPerson = Partial<Pick<UserSummary, 'emails' | 'personalInformation'>>;

/** Parses an e-mail and trims it. The error names the mistake. */
export function parseEmail(input: unknown): Result<string, string> {
  const email = typeof input === 'string' ? trimEnds(input) : input;
  const problem = textProblem(email, PERSON_TEXT_MAX_LENGTH);
  if (problem !== undefined) return err(problem);
  return /^[^@,\p{White_Space}]+@[^@,\p{White_Space}]+$/u.test(email as string)
    ? ok(email as string)
    : err('must be an e-mail address: one @ between texts, without a space or a comma');
}

/** Parses a first name, a last name or a name, which can be empty. The error names the mistake. */
export function parseName(input: unknown): Result<string, string> {
  const problem = textProblem(input, PERSON_TEXT_MAX_LENGTH);
  return problem === undefined ? ok(input as string) : err(problem);
}

/** Returns e-mails as they are stored: trimmed, and the first of several spellings of one. */
export function distinctEmails(emails: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const email of emails) {
    const key = foldKey(email);
    if (!distinct.has(key)) distinct.set(key, trimEnds(email));
  }
  return [...distinct.values()];
}

/** Reports whether a name is not empty. */
export function isNamed({ name }: PersonalInformation): boolean {
  return trimEnds(name) !== '';
}

/** Parses e-mails and names of a new user, who needs both. Errors: as `parsePerson`. */
export function parseNewPerson(input: unknown): Result<Required<ParsedPerson>, InvalidPerson> {
  const { emails = [], personalInformation = {} } = membersOf(input);
  return parsePerson({ emails, personalInformation }) as Result<Required<ParsedPerson>, InvalidPerson>;
}

/**
 * Parses `emails` and `personalInformation`, which replace the former ones and cannot be empty. Missing parts of a name are empty;
 * without `name`, it is first and last name. Errors: the first {@link InvalidPerson}.
 */
export function parsePerson(input: unknown): Result<ParsedPerson, InvalidPerson> {
  const { emails, personalInformation } = membersOf(input);
  const read: { emails?: readonly string[]; personalInformation?: PersonalInformation } = {};
  if (emails !== undefined) {
    if (!Array.isArray(emails)) return invalid(['emails'], 'must be an array of strings');
    if (emails.length > EMAILS_PER_USER)
      return invalid(['emails'], `must not hold more than ${EMAILS_PER_USER} e-mails`);
    if (emails.length === 0) return invalid(['emails'], 'must hold at least one e-mail');
    for (let n = 0; n < emails.length; n++) {
      const email = parseEmail(emails[n]);
      if (email.isErr()) return invalid(['emails', n], email.error);
    }
    read.emails = distinctEmails(emails);
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
      const problem =
        parts[part] === undefined ? undefined : textProblem(parts[part], PERSON_TEXT_MAX_LENGTH);
      if (problem !== undefined) return invalid(['personalInformation', part], problem);
    }
    const { firstName = '', lastName = '', name = '' } = parts as Partial<PersonalInformation>;
    const names = { firstName, lastName, name: name || `${firstName} ${lastName}`.trim() };
    if (!isNamed(names)) return invalid(['personalInformation'], NO_NAME);
    read.personalInformation = names;
  }
  return ok(read);
}

/** For people. */
export const NO_NAME = 'must have a name, or a first or last name';

function invalid(path: InvalidPerson['path'], problem: string): Result<never, InvalidPerson> {
  return err({ type: 'invalid-person', path, problem });
}
