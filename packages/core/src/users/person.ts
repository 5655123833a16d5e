import { checkText, checkTexts } from '../values/check-argument.js';
import type { User } from './user.js';

/** The members of a user that an `update` can change, in the order in which entries name them. */
const PERSON_MEMBERS = ['emails', 'personalInformation', 'departmentId'] as const;

/** Who a user is, beside what they hold and who can act as them. */
export type Person = Pick<User, (typeof PERSON_MEMBERS)[number]>;

/** The members of a person, and nothing else that an object holds: what is compared, and what digests are made of. */
export function personIn({ departmentId, emails, personalInformation }: Partial<Person>): {
  readonly [Member in keyof Person]: unknown;
} {
  const { firstName, lastName, name } = personalInformation ?? {};
  return { emails, personalInformation: { firstName, lastName, name }, departmentId };
}

/** The members whose values an update changes. */
export function changedMembers(user: Person, update: Partial<Person>): string[] {
  const [before, after] = [personIn(user), personIn(update)];
  return PERSON_MEMBERS.filter(
    (member) =>
      update[member] !== undefined && JSON.stringify(before[member]) !== JSON.stringify(after[member]),
  );
}

/**
 * A caller without types must not put into a store what the types do not allow. What is left out is right, unless the person has
 * to be whole. Throws a `TypeError`.
 */
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
