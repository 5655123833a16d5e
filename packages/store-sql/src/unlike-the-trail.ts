import type { ObjectId, StoreFlaw } from '@ops-admin/core';

/** What a user holds, as stores of rows keep it: a JSON array in text. */
export interface StoredSet {
  readonly id: ObjectId;
  readonly permissions: string;
  /** Their newest entry; `null` if there is none. */
  readonly entryId: number | null;
}

/** The flaw of a user who does not hold what the trail says, if any. */
export function unlikeTheTrail(
  { entryId, id, permissions }: StoredSet,
  recorded: readonly string[],
): StoreFlaw[] {
  if (permissions === JSON.stringify(recorded)) return [];
  return [
    {
      type: 'unlike-the-trail',
      userId: id,
      held: JSON.parse(permissions) as string[],
      recorded,
      ...(entryId !== null && { entryId }),
    },
  ];
}
