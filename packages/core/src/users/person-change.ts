import type { Permission } from '../permissions/permission.js';
import type { TakeEverything } from '../permissions/permission-change.js';
import { checkEnds, type EndsJson } from '../permissions/permission-ends.js';
import { PermissionSet } from '../permissions/permission-set.js';
import { checkTexts } from '../values/check-argument.js';
import type { ObjectId } from '../values/object-id.js';
import { type IdentityChange, identitiesAfter } from './identity-change.js';
import { changedMembers, checkPerson, type Person } from './person.js';
import type { User } from './user.js';

/** A change of who a user is, and of whether they are anybody at all. */
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
  | StateChange
  /** Of somebody who is not active. */
  | { readonly action: 'erase' };

/** A change of whether a user is active. */
export interface StateChange {
  readonly action: 'activate' | 'deactivate';
}

/** What a change did to who a user is, in a word. */
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
export function createdUser(id: ObjectId, person: Person): User {
  return { ...person, id, permissions: PermissionSet.of([]), identities: [], active: true };
}

/** A caller without types must not put into a store what the types do not allow. Throws a `TypeError`. */
export function checkPersonChange(change: PersonChange): void {
  if (change.action !== 'create' && change.action !== 'update') return;
  checkPerson(change.person, change.action === 'create');
  if (change.action !== 'create') return;
  checkTexts(change.permissions, 'permissions');
  checkEnds(change.ends);
}
