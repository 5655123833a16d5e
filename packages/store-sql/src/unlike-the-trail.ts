import type { ObjectId, StoreFlaw } from '@ops-admin/core';
import { canonicalJson, type RecordedSet } from '@ops-admin/core/adapter';
import { readEnds } from './kept-ends.js';

/** What a user holds, as stores of rows keep it: a JSON array in text. */
export interface StoredSet {
  readonly id: ObjectId;
  readonly permissions: string;
  /** When they end, see `keptEnds`. */
  readonly ends: string | null;
  /** Their newest entry; `null` if there is none. */
  readonly entryId: number | null;
}

/** The flaw of a user who does not hold what the trail says, if any. */
export function unlikeTheTrail(
  { ends, entryId, id, permissions }: StoredSet,
  recorded: RecordedSet,
): StoreFlaw[] {
  const held = Object.fromEntries(readEnds(JSON.parse(permissions) as string[], ends));
  const said = Object.fromEntries(recorded.ends);
  const isSameEnds = canonicalJson(held) === canonicalJson(said);
  if (permissions === JSON.stringify(recorded.permissions) && isSameEnds) return [];
  return [
    {
      type: 'unlike-the-trail',
      userId: id,
      held: JSON.parse(permissions) as string[],
      recorded: recorded.permissions,
      ...(!isSameEnds && { ends: { held, recorded: said } }),
      ...(entryId !== null && { entryId }),
    },
  ];
}
