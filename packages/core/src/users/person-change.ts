import type { Permission } from '../permissions/permission.js';
import type { TakeEverything } from '../permissions/permission-change.js';
import { checkEnds, type EndsJson } from '../permissions/permission-ends.js';
import { PermissionSet } from '../permissions/permission-set.js';
import { checkText, checkTexts } from '../values/check-argument.js';
import type { ObjectId } from '../values/object-id.js';
import { type IdentityChange, identitiesAfter } from './identity-change.js';
import type { User } from './user.js';

/** The members of a user that an `update` can change (decision 13). */
export const PERSON_MEMBERS = ['emails', 'personalInformation', 'departmentId'] as const;

/** Who a user is, beside what they hold and who can act as them. */
export type Person = Pick<User, (typeof PERSON_MEMBERS)[number]>;

/** A change of who a user is, and of whether they are anybody at all (decision 13). */
export type PersonChange =
  /** A user with an id that nobody has. */
  | {
      readonly action: 'create';
      readonly person: Person;
      readonly permissions: readonly Permission[];
      /** When they end; the others are given for good. */
      readonly ends?: EndsJson;
    }
  /** What is named is replaced as a whole. */
  | { readonly action: 'update'; readonly person: Partial<Person> }
  | { readonly action: 'activate' | 'deactivate' }
  /** Of somebody who is not active. */
  | { readonly action: 'erase' };

/** What a change did to who a user is, in a word (decision 9). */
export type PersonOutcome =
  | 'created'
  | 'updated'
  | 'unchanged'
  | 'activated'
  | 'deactivated'
  | 'already-so'
  | 'erased';

const ACTIONS: ReadonlySet<string> = new Set<PersonChange['action']>([
  'create',
  'update',
  'activate',
  'deactivate',
  'erase',
]);

/** Whether a change is about who a user is, and neither about what they hold nor about who can act as them. */
export function isPersonChange(change: { readonly action: string }): change is PersonChange {
  return ACTIONS.has(change.action);
}

/** Who a user is after a change. */
export function personAfter(user: User, change: IdentityChange | PersonChange | TakeEverything): User {
  if ('identity' in change) return { ...user, identities: identitiesAfter(user.identities, change) };
  switch (change.action) {
    case 'update':
      return changedMembers(user, change.person).length > 0 ? { ...user, ...change.person } : user;
    case 'activate':
    case 'deactivate':
      return { ...user, active: change.action === 'activate' };
    case 'everything':
      return change.keepLinks ? user : { ...user, identities: [] };
    case 'create':
    case 'erase':
      return user;
  }
}

/** The user that a `create` makes, without anything that they hold. */
export function createdUser(id: ObjectId, { departmentId, emails, personalInformation }: Person): User {
  const permissions = PermissionSet.of([]);
  return { id, emails, personalInformation, permissions, identities: [], departmentId, active: true };
}

/** The members whose values an update changes. */
export function changedMembers(user: Person, update: Partial<Person>): string[] {
  return PERSON_MEMBERS.filter(
    (member) => update[member] !== undefined && contentOf(user, member) !== contentOf(update, member),
  );
}

function contentOf({ departmentId, emails, personalInformation }: Partial<Person>, member: keyof Person) {
  const { firstName, lastName, name } = personalInformation ?? {};
  return JSON.stringify({ departmentId, emails, personalInformation: [firstName, lastName, name] }[member]);
}

/** A caller without types must not put into a store what the types do not allow. Throws a `TypeError`. */
export function checkPersonChange(change: PersonChange): void {
  if (change.action !== 'create' && change.action !== 'update') return;
  const { departmentId, emails, personalInformation } = change.person;
  if (change.action === 'create' || emails !== undefined) checkTexts(emails, 'emails');
  if (departmentId !== null && (change.action === 'create' || departmentId !== undefined))
    checkText(departmentId, 'departmentId');
  if (change.action === 'create' || personalInformation !== undefined) {
    const { firstName, lastName, name } = personalInformation ?? {};
    for (const part of [firstName, lastName, name]) checkText(part, 'name');
  }
  if (change.action !== 'create') return;
  checkTexts(change.permissions, 'permissions');
  checkEnds(change.ends);
}
