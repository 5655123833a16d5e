import type { RecordedSet } from '../audit/recorded-set.js';
import { type LaterEntry, namedBy, namersOf } from '../permissions/plan-undo.js';

/** Strings of a set that came, or went, or were given another end, without an entry. */
export interface ChangesWithoutEntry {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/**
 * What an entry met that does not follow from the entry before it, as far as it is still so: `recorded` is what the trail left,
 * `met` what the entry began with, `held` what the user holds now. A change never takes such strings into the trail.
 */
export function changesWithoutEntry(
  recorded: RecordedSet,
  met: RecordedSet,
  held: RecordedSet,
): ChangesWithoutEntry {
  const was = new Set(recorded.permissions);
  const is = new Set(met.permissions);
  const now = new Set(held.permissions);
  // What was given another end came without an entry, too.
  const isOther = (text: string) => recorded.ends.get(text) !== met.ends.get(text);
  const isStillSo = (text: string) =>
    now.has(text) && (!isOther(text) || held.ends.get(text) === met.ends.get(text));
  return {
    gained: met.permissions.filter((text) => (!was.has(text) || isOther(text)) && isStillSo(text)),
    lost: recorded.permissions.filter((text) => !is.has(text) && !now.has(text)),
  };
}

/** Those that none of these entries of the user named: by itself, by what covers it, or by taking everything. */
export function neverNamed(
  { gained, lost }: ChangesWithoutEntry,
  entries: readonly LaterEntry[],
): ChangesWithoutEntry {
  const named = new Set(entries.flatMap(namedBy));
  const isUnnamed = (text: string) => !namersOf(text).some((key) => named.has(key));
  return { gained: gained.filter(isUnnamed), lost: lost.filter(isUnnamed) };
}
