import { moduleOf, wildcardModuleOf, wildcardOf } from '../permissions/permission.js';
import { foldCase } from '../values/fold-case.js';
import type { User } from './user.js';

/** Which users to find; they match all that is given (decision 9). */
export interface UserFilter {
  /** A part of an e-mail or of a name, without regard to case, or the beginning of an id. */
  readonly search?: string;
  /** Users whom a removal of this string would change. */
  readonly holds?: string;
  /** Users who are granted this by decision 3. */
  readonly grants?: string;
}

/** What a user must hold: one of these strings, or anything of a module. */
export type HeldTerm = { readonly permissions: readonly string[] } | { readonly module: string };

/** What a filter requires of the strings that a user holds: all of the terms. */
export function heldTermsOf({ grants, holds }: UserFilter): HeldTerm[] {
  const terms: HeldTerm[] = [];
  if (holds !== undefined) {
    const module = wildcardModuleOf(holds);
    terms.push(module === undefined ? { permissions: [holds] } : { module });
  }
  if (grants !== undefined) {
    const module = moduleOf(grants);
    const whole = module === undefined ? [] : [wildcardOf(module), `service.${module}`];
    terms.push({ permissions: [...new Set([grants, ...whole])] });
  }
  return terms;
}

/** Whether a user matches: the plain form of what stores do with {@link heldTermsOf} and {@link searchTextOf}. */
export function fitsFilter(user: User, { grants, holds, search }: UserFilter): boolean {
  return (
    (holds === undefined || user.permissions.remove([holds]).removed.length > 0) &&
    (grants === undefined || user.permissions.grants(grants)) &&
    (search === undefined || isFoundBy(search, user))
  );
}

/** The text to search a user by: e-mails and names, one a line, see {@link foldCase}. */
export function searchTextOf({
  emails,
  personalInformation: { firstName, lastName, name },
}: Pick<User, 'emails' | 'personalInformation'>): string {
  return [...emails, name, firstName, lastName].map(foldCase).join('\n');
}

/** The text to order users by: the name in Unicode lower case. */
export function nameKeyOf({ personalInformation: { name } }: Pick<User, 'personalInformation'>): string {
  return name.toLowerCase();
}

/** Orders texts code point by code point, as databases order bytes of UTF-8; `<` orders them by halves of surrogate pairs. */
export function compareCodePoints(a: string, b: string): number {
  const [ofA, ofB] = [[...a], [...b]];
  for (const [n, one] of ofA.entries()) {
    const difference = (one.codePointAt(0) ?? 0) - (ofB[n]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return ofA.length - ofB.length;
}

function isFoundBy(search: string, user: User): boolean {
  const sought = foldCase(search);
  return searchTextOf(user).includes(sought) || user.id.startsWith(sought);
}
