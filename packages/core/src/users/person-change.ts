import type { Permission } from '../permissions/permission.js';
import type { TakeEverything } from '../permissions/permission-change.js';
import { checkEnds, type EndsJson } from '../permissions/permission-ends.js';
import { PermissionSet } from '../permissions/permission-set.js';
import { checkTexts } from '../values/check-argument.js';
import type { ObjectId } from '../values/object-id.js';
import { type IdentityChange, identitiesAfter } from './identity-change.js';
import { changedMembers, checkPerson, type Person } from './person.js';
import type { User } from './user.js';

/** A change of a person or of their state. */
export type PersonChange =
  | {
      readonly action: 'create';
      readonly person: Person;
      readonly permissions: readonly Permission[];
      /** The ends of permissions; the others are permanent. */
      readonly ends?: EndsJson;
    }
  /** Replaces the named members as a whole. */
  | { readonly action: 'update'; readonly person: Partial<Person> }
  | StateChange
  /** Needs an inactive user. */
  | { readonly action: 'erase' };

/** A change of whether a user is active. */
export interface StateChange {
  readonly action: 'activate' | 'deactivate';
}

/** The result of a change of a person, in a word. */
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

/** Reports whether a change is about the person or their state. */
export function isPersonChange(change: { readonly action: string }): change is PersonChange {
  return ACTIONS.has(change.action);
}

/** Returns the user after a change. */
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

/** Returns the user that a `create` makes, without permissions and identities. */
export function createdUser(id: ObjectId, person: Person): User {
  return { ...person, id, permissions: PermissionSet.of([]), identities: [], active: true };
}

/** Throws a `TypeError` for values that the types do not allow. */
export function checkPersonChange(change: PersonChange): void {
  if (change.action !== 'create' && change.action !== 'update') return;
  checkPerson(change.person, change.action === 'create');
  if (change.action !== 'create') return;
  checkTexts(change.permissions, 'permissions');
  checkEnds(change.ends);
}
