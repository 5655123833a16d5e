import type { RecordedSet } from '../audit/recorded-set.js';
import { type LaterEntry, namedBy, namersOf } from '../permissions/plan-undo.js';

/** Strings of a set that were added, removed or re-dated without an entry. */
export interface ChangesWithoutEntry {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/**
 * Returns how the set that an entry met differs from the one that the entry before it left, as far as that is still so: `recorded`
 * is what the audit log left, `met` what the entry began with, `held` what the user holds now.
 */
export function changesWithoutEntry(
  recorded: RecordedSet,
  met: RecordedSet,
  held: RecordedSet,
): ChangesWithoutEntry {
  const was = new Set(recorded.permissions);
  const is = new Set(met.permissions);
  const now = new Set(held.permissions);
  // A re-dated string was also changed without an entry.
  const isOther = (text: string) => recorded.ends.get(text) !== met.ends.get(text);
  const isStillSo = (text: string) =>
    now.has(text) && (!isOther(text) || held.ends.get(text) === met.ends.get(text));
  return {
    gained: met.permissions.filter((text) => (!was.has(text) || isOther(text)) && isStillSo(text)),
    lost: recorded.permissions.filter((text) => !is.has(text) && !now.has(text)),
  };
}

/**
 * Leaves out the strings that these entries of the user named: by themselves, by a string that covers them, or by a removal of
 * everything.
 */
export function neverNamed(
  { gained, lost }: ChangesWithoutEntry,
  entries: readonly LaterEntry[],
): ChangesWithoutEntry {
  const named = new Set(entries.flatMap(namedBy));
  const isUnnamed = (text: string) => !namersOf(text).some((key) => named.has(key));
  return { gained: gained.filter(isUnnamed), lost: lost.filter(isUnnamed) };
}
