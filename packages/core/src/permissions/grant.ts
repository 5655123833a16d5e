import type { ListRange } from '../values/list-range.js';
import type { ObjectId } from '../values/object-id.js';
import type { Timestamp } from '../values/timestamp.js';

/** Which of what is held: what matches all that is given, at the positions of a range of its order. */
export interface GrantSearch extends ListRange {
  /** Strings of any of these modules, named without `service.`. */
  readonly modules?: readonly string[];
  /** Held by users of this department, or of one below it. */
  readonly department?: ObjectId;
  /** Held by these users. */
  readonly userIds?: readonly ObjectId[];
  /** Only what comes after this user in that order: positions count from there. */
  readonly after?: ObjectId;
}

/** What an entry of the trail says about what is held. */
export interface GrantEntry {
  readonly id: number;
  readonly time: Timestamp;
  /** A user id, `cli:` with a name, or `service`. */
  readonly actor: string;
  readonly reason?: string;
}

/** A string that a user holds. */
export interface Grant {
  readonly userId: ObjectId;
  /** The first e-mail of the user, if they have one. */
  readonly email: string | undefined;
  readonly name: string;
  readonly departmentId: ObjectId | null;
  /** The code of their department; its id where no code names it alone. */
  readonly department: string | null;
  readonly permission: string;
  /** When it ends; missing if it is held for good. */
  readonly until?: Timestamp;
  /** The entry that gave it as it is held: added it, or set its end; missing if the set was changed without an entry. */
  readonly given?: GrantEntry;
  /** The newest entry by which somebody confirmed it as it is held. */
  readonly attested?: GrantEntry;
}

/** Consecutive grants; what is said of all of them is of one moment, the same in every block. */
export interface GrantBlock<One = Grant> {
  /** How many match; missing after a user, because who goes on from there knows it, and it would be counted for each part. */
  readonly total?: number;
  /** The newest entry of the trail, 0 if there is none. */
  readonly newestEntry: number;
  readonly grants: readonly One[];
}
