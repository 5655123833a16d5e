import type { Answer } from '@ops-admin/client';
import type { VNode } from 'preact';
import type { Notice } from '../parts/notice.js';
import type { ShownUser } from '../users/user-dialog.js';
import { words } from '../words.js';
import { ChangedSince } from './changed-since.js';
import { type Plan, reasonOf, type Seen } from './plan.js';

/** How a change is sent: as a dry run, or to be made. */
export interface HowSent {
  readonly dryRun?: true;
  readonly reason?: string;
  readonly ifMatch?: string;
}

/** A change of one user or department; it is made only while the record is as shown. */
export function recordPlan<T extends { readonly entry?: number | undefined }>(given: {
  verb: string;
  isDangerous?: boolean;
  seen?: Seen | undefined;
  send(how: HowSent): Answer<T>;
  describe(changed: T): VNode;
  /** What was done; nothing undoes it if `isFinal`. */
  done: string;
  isFinal?: boolean;
}): Plan<T> {
  const { describe, done, isDangerous, isFinal, seen, send, verb } = given;
  const ifMatch = seen?.etag === undefined ? {} : { ifMatch: seen.etag };
  const notice = ({ entry }: T): Notice => ({
    text: entry === undefined ? done : words.withEntry(done, entry),
    ...(!isFinal && { entry }),
  });
  return {
    verb,
    isDangerous,
    seen,
    preview: () => send({ dryRun: true, ...ifMatch }),
    make: (reason) => send({ ...reasonOf(reason), ...ifMatch }),
    describe,
    sum: (changed) => ({ changed: 1, failed: 0, notice: notice(changed) }),
  };
}

/** A user as the view has shown them. */
export function seenUser({ etag, newestEntry, user }: ShownUser): Seen {
  return { version: newestEntry, etag, since: <ChangedSince user={user._id} asOf={newestEntry} /> };
}
