import type { VNode } from 'preact';
import type { Notice } from '../parts/notice.js';
import type { ShownUser } from '../users/user-dialog.js';
import { words } from '../words.js';
import { ChangedSince } from './changed-since.js';
import { type Outcome, type Plan, reasonOf, type Seen } from './plan.js';

export interface HowSent {
  readonly dryRun?: true;
  readonly reason?: string;
  readonly ifMatch?: string;
}

/** Plans a change of one user or department, which the service makes only if the record is still as shown. */
export function recordPlan<T extends { readonly entry?: number | undefined }>(given: {
  verb: string;
  isDangerous?: boolean;
  seen?: Seen | undefined;
  send(how: HowSent): Outcome<T>;
  describe(changed: T): VNode;
  /** The notice. A change with `isFinal` cannot be undone. */
  done: string | ((changed: T) => string);
  isFinal?: boolean;
}): Plan<T> {
  const { describe, done, isDangerous, isFinal, seen, send, verb } = given;
  const ifMatch = seen?.etag === undefined ? {} : { ifMatch: seen.etag };
  const notice = (changed: T): Notice => {
    const { entry } = changed;
    const text = typeof done === 'string' ? done : done(changed);
    return {
      text: entry === undefined ? text : words.withEntry(text, entry),
      ...(!isFinal && { entry }),
    };
  };
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

export function seenUser({ etag, newestEntry, user }: ShownUser): Seen {
  return { version: newestEntry, etag, since: <ChangedSince user={user._id} asOf={newestEntry} /> };
}
