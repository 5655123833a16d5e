import type { Answer, User } from '@ops-admin/client';
import type { VNode } from 'preact';
import type { Notice } from '../parts/notice.js';
import { words } from '../words.js';
import { type Plan, reasonOf } from './plan.js';

/** A user after a change of who they are, and its entry. */
export interface ChangedUser {
  readonly user?: User;
  readonly entry?: number | undefined;
}

/** How a change is sent: as a dry run, or to be made. */
export interface HowSent {
  readonly dryRun?: true;
  readonly reason?: string;
  readonly ifMatch?: string;
}

/** A change of the details of a user; it is made only while the user is as shown. */
export function userPlan(given: {
  verb: string;
  isDangerous?: boolean;
  seen?: { readonly user: User; readonly newestEntry: number; readonly etag?: string | undefined };
  send(how: HowSent): Answer<ChangedUser>;
  describe(changed: ChangedUser): VNode;
  /** What was done; nothing undoes it if `isFinal`. */
  done: string;
  isFinal?: boolean;
}): Plan<ChangedUser> {
  const { describe, done, isDangerous, isFinal, seen, send, verb } = given;
  const asSeen = seen && { user: seen.user._id, newestEntry: seen.newestEntry };
  const ifMatch = seen?.etag === undefined ? {} : { ifMatch: seen.etag };
  const notice = ({ entry }: ChangedUser): Notice => ({
    text: entry === undefined ? done : words.withEntry(done, entry),
    ...(!isFinal && { entry }),
  });
  return {
    verb,
    isDangerous,
    asSeen,
    preview: () => send({ dryRun: true, ...ifMatch }),
    make: (reason) => send({ ...reasonOf(reason), ...ifMatch }),
    describe,
    sum: (changed) => ({ changed: 1, failed: 0, notice: notice(changed) }),
  };
}
