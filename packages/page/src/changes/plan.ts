import type { Answer, Data } from '@ops-admin/client';
import type { VNode } from 'preact';
import type { Notice } from '../parts/notice.js';

/** What was asked, or why there is no answer. */
export type Outcome<T> = PromiseLike<Awaited<Answer<T>>>;

/** The result of changes of permissions, or of what they would do. */
export type Run = Data<'changePermissions'>;

/** A change that is shown before it is made. */
export interface Plan<T> {
  /** On the button: what it does. */
  readonly verb: string;
  readonly isDangerous?: boolean | undefined;
  /** The number of users it names; 1 by default. */
  readonly count?: number;
  /** A user, and the newest entry about them when they were shown: what it is made of. */
  readonly asSeen?: { readonly user: string; readonly newestEntry: number } | undefined;
  /** What it would do; nothing is written. */
  preview(onRow: (done: number) => void): Outcome<T>;
  /** Does what was shown. */
  make(reason: string, shown: T, onRow: (done: number) => void): Outcome<T>;
  /** What it would do, or did where `shown` is what it was decided by. */
  describe(given: T, shown?: T): VNode;
  /** How much it would change or did, how much of it is refused, and what to say then. */
  sum(given: T): { readonly changed: number; readonly failed: number; readonly notice: Notice };
}

/** For a request: nothing, where nothing was typed. */
export function reasonOf(reason: string): { reason?: string } {
  return reason.trim() === '' ? {} : { reason: reason.trim() };
}
