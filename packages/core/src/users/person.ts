import { checkText, checkTexts } from '../values/check-argument.js';
import type { User } from './user.js';

/** The members of a user that an `update` can change, in the order in which entries name them. */
const PERSON_MEMBERS = ['emails', 'personalInformation', 'departmentId'] as const;

/** The e-mails, the names and the department of a user. */
export type Person = Pick<User, (typeof PERSON_MEMBERS)[number]>;

/** Returns exactly the members of a person, to compare them and to make digests. */
export function personIn({ departmentId, emails, personalInformation }: Partial<Person>): {
  readonly [Member in keyof Person]: unknown;
} {
  const { firstName, lastName, name } = personalInformation ?? {};
  return { emails, personalInformation: { firstName, lastName, name }, departmentId };
}

/** Returns the members whose values an update changes. */
export function changedMembers(user: Person, update: Partial<Person>): string[] {
  const [before, after] = [personIn(user), personIn(update)];
  return PERSON_MEMBERS.filter(
    (member) =>
      update[member] !== undefined && JSON.stringify(before[member]) !== JSON.stringify(after[member]),
  );
}

/** Throws a `TypeError` for values that the types do not allow. Members can be missing unless `isWhole`. */
export function checkPerson(
  { departmentId, emails, personalInformation }: Partial<Person>,
  isWhole: boolean,
): void {
  if (isWhole || emails !== undefined) checkTexts(emails, 'emails');
  if (departmentId !== null && (isWhole || departmentId !== undefined))
    checkText(departmentId, 'departmentId');
  if (!isWhole && personalInformation === undefined) return;
  const { firstName, lastName, name } = personalInformation ?? {};
  for (const part of [firstName, lastName, name]) checkText(part, 'name');
}
