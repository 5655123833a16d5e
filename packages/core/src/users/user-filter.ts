import { wholesOf, wildcardModuleOf } from '../permissions/permission.js';
import { foldKey, foldText } from '../values/fold-text.js';
import type { User } from './user.js';

/** Which users to find; they match all that is given. */
export interface UserFilter {
  /**
   * Words, each a part of an e-mail or of a name, in any order, without regard to case, accents and form; or the beginning of
   * an id.
   */
  readonly search?: string;
  /** Users whom a removal of this string would change. */
  readonly holds?: string;
  /** Users who are granted this: nobody who is not active. */
  readonly grants?: string;
  /** Users of the department with this id or code, or of one below it. */
  readonly department?: string;
  /** Users who are active, or those who are not. */
  readonly active?: boolean;
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
  if (grants !== undefined) terms.push({ permissions: [...new Set([grants, ...wholesOf(grants)])] });
  return terms;
}

/**
 * The text to search a user by: e-mails and names, one a line, see `foldText`. First and last name are left out where the
 * name has them.
 */
export function searchTextOf({
  emails,
  personalInformation: { firstName, lastName, name },
}: Pick<User, 'emails' | 'personalInformation'>): string {
  const whole = foldText(name);
  const parts = [firstName, lastName].map(foldText).filter((part) => !whole.includes(part));
  return [...emails.map(foldText), whole, ...parts].join('\n');
}

/** What a search looks for in {@link searchTextOf}: all of its words, the longest first. */
export function searchWordsOf(search: string): string[] {
  const words = new Set(foldText(search).split(/\s/));
  words.delete('');
  return [...words].sort((a, b) => b.length - a.length);
}

/** The beginning of an identifier that a search can be: it is one word. */
export function soughtIdOf([word = '', ...others]: readonly string[]): string | undefined {
  return others.length === 0 && /^[0-9a-f]{1,24}$/.test(word) ? word : undefined;
}

/** The text to order users by: the name without marks (`É` as `e`) and in lower case, then the name itself. */
export function nameKeyOf({ personalInformation: { name } }: Pick<User, 'personalInformation'>): string {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // The character between the two comes before all that names have, so that "Ann" comes before "Ann B".
  return `${folded}\u0001${name}`;
}

/** The same by e-mail: the first one, or nothing. */
export function emailKeyOf({ emails: [first = ''] }: Pick<User, 'emails'>): string {
  return foldKey(first);
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
