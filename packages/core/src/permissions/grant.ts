import type { ListRange } from '../values/list-range.js';
import type { ObjectId } from '../values/object-id.js';
import type { Timestamp } from '../values/timestamp.js';

/** Selects held strings: they match all of it, at the positions of a range. */
export interface GrantSearch extends ListRange {
  /** Without `service.`. */
  readonly modules?: readonly string[];
  /** Held by users of this department, or of one below it. */
  readonly department?: ObjectId;
  readonly userIds?: readonly ObjectId[];
  /** Only strings of users after this one: positions count from there. */
  readonly after?: ObjectId;
}

/** The origin of a held string by its entry. */
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
  /** The first one. */
  readonly email: string | undefined;
  readonly name: string;
  readonly departmentId: ObjectId | null;
  /** The code of their department, else its id. */
  readonly department: string | null;
  readonly permission: string;
  /** Missing if the string is permanent. */
  readonly until?: Timestamp;
  /** The entry that added it or set its end; missing if none did. */
  readonly given?: GrantEntry;
  /** The newest later entry that confirmed it. */
  readonly attested?: GrantEntry;
}

/** Consecutive grants. All blocks of a reading are of one moment. */
export interface GrantBlock<One = Grant> {
  /** The number of matches; missing after a user, because the caller knows it from the beginning. */
  readonly total?: number;
  /** The newest entry of the audit log, 0 if none exists. */
  readonly newestEntry: number;
  readonly grants: readonly One[];
}
