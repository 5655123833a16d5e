import type { ObjectId } from '../values/object-id.js';
import type { StoreFlaw } from './integrity-checker.js';

/** A user whose set is not that of their newest entry, as stores of rows find one; both sets are JSON arrays in text. */
export interface StoredMismatch {
  readonly userId: ObjectId;
  readonly held: string;
  readonly recorded: string;
  readonly entryId: number | null;
}

/** The flaw that a mismatch is. */
export function unlikeTheTrail({ entryId, held, recorded, userId }: StoredMismatch): StoreFlaw {
  return {
    type: 'unlike-the-trail',
    userId,
    held: JSON.parse(held) as string[],
    recorded: JSON.parse(recorded) as string[],
    ...(entryId !== null && { entryId }),
  };
}
