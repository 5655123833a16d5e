import { type Ends, parseTimestamp, type Timestamp } from '@ops-admin/core';

/** Ends beside the strings of a set: those that end together, by their positions. Most of a set ends together, if it ends at all. */
type KeptEnds = readonly (readonly [end: Timestamp, positions: readonly number[]])[];

/** The ends of a set as its row keeps them, a JSON array in text; `null` if there are none. */
export function keptEnds(permissions: readonly string[], ends: Ends): string | null {
  if (ends.size === 0) return null;
  const groups = new Map<Timestamp, number[]>();
  for (const [position, permission] of permissions.entries()) {
    const end = ends.get(permission);
    if (end === undefined) continue;
    const group = groups.get(end);
    if (group) group.push(position);
    else groups.set(end, [position]);
  }
  const kept: KeptEnds = [...groups];
  return JSON.stringify(kept);
}

/** Reads what {@link keptEnds} wrote beside these strings. What somebody else wrote there ends nothing. */
export function readEnds(permissions: readonly string[], json: string | null): Ends {
  const ends = new Map<string, Timestamp>();
  if (json === null) return ends;
  try {
    for (const [end, positions] of JSON.parse(json) as KeptEnds) {
      for (const position of positions) {
        const permission = permissions[position];
        if (permission !== undefined) ends.set(permission, end);
      }
    }
  } catch {
    // A check of the database finds it: the trail says otherwise, or nothing.
  }
  return ends;
}

/** Whether a row names permissions and ends as we write them: with SQL, anything can be written there. */
export function isSetOfOurs({ ends, permissions }: { permissions: string; ends: string | null }): boolean {
  try {
    const strings = JSON.parse(permissions) as unknown;
    if (!Array.isArray(strings) || !strings.every((one) => typeof one === 'string')) return false;
    const read = readEnds(strings, ends);
    return keptEnds(strings, read) === ends && [...read.values()].every((end) => parseTimestamp(end).isOk());
  } catch {
    return false;
  }
}
