import { wholesOf, wildcardModuleOf } from '../permissions/permission.js';
import { foldKey, foldText } from '../values/fold-text.js';
import type { User } from './user.js';

/** Selects users: they match all of it. */
export interface UserFilter {
  /** Words, each a part of an e-mail or a name, in any order; case, accents and form are ignored. Or the beginning of an id. */
  readonly search?: string;
  /** Users whom the removal of this string would change. */
  readonly holds?: string;
  /** Active users who are granted this string. */
  readonly grants?: string;
  /** Users of the department with this id or code, or of one below it. */
  readonly department?: string;
  readonly active?: boolean;
}

/** A condition on the strings of a user: one of these strings, or any string of a module. */
export type HeldTerm = { readonly permissions: readonly string[] } | { readonly module: string };

/** Returns what a filter requires of held strings: all of the terms. */
export function heldTermsOf({ grants, holds }: UserFilter): HeldTerm[] {
  const terms: HeldTerm[] = [];
  if (holds !== undefined) {
    const module = wildcardModuleOf(holds);
    terms.push(module === undefined ? { permissions: [holds] } : { module });
  }
  if (grants !== undefined) terms.push({ permissions: [...new Set([grants, ...wholesOf(grants)])] });
  return terms;
}

/**
 * Returns the text to search a user by, see `foldText`: e-mails and names, one a line. First and last name are left out if the name
 * has them.
 */
export function searchTextOf({
  emails,
  personalInformation: { firstName, lastName, name },
}: Pick<User, 'emails' | 'personalInformation'>): string {
  const whole = foldText(name);
  const parts = [firstName, lastName].map(foldText).filter((part) => !whole.includes(part));
  return [...emails.map(foldText), whole, ...parts].join('\n');
}

/** Returns the words to find in {@link searchTextOf}, the longest first. */
export function searchWordsOf(search: string): string[] {
  const words = new Set(foldText(search).split(/\s/));
  words.delete('');
  return [...words].sort((a, b) => b.length - a.length);
}

/** Returns the beginning of an id that a search of one word can be. */
export function soughtIdOf([word = '', ...others]: readonly string[]): string | undefined {
  return others.length === 0 && /^[0-9a-f]{1,24}$/.test(word) ? word : undefined;
}

/** Returns the text to order users by: the name without marks (`É` as `e`) and in lower case, then the name itself. */
export function nameKeyOf({ personalInformation: { name } }: Pick<User, 'personalInformation'>): string {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // No name has a smaller character, so that "Ann" precedes "Ann B".
  return `${folded}\u0001${name}`;
}

/** Returns the text to order users by their first e-mail. */
export function emailKeyOf({ emails: [first = ''] }: Pick<User, 'emails'>): string {
  return foldKey(first);
}

/** Compares texts by code points, as databases compare bytes of UTF-8; `<` compares halves of surrogate pairs. */
export function compareCodePoints(a: string, b: string): number {
  const [ofA, ofB] = [[...a], [...b]];
  for (const [n, one] of ofA.entries()) {
    const difference = (one.codePointAt(0) ?? 0) - (ofB[n]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return ofA.length - ofB.length;
}
