import type { Answer, Data } from '@ops-admin/client';
import type { VNode } from 'preact';
import type { Notice } from '../parts/notice.js';

/** What was asked, or why there is no answer. */
export type Outcome<T> = PromiseLike<Awaited<Answer<T>>>;

/** The result of changes of permissions, or of what they would do. */
export type Rows = Data<'changePermissions'>;

/** A record as it was shown. */
export interface Seen {
  /** Changes with the record; the preview is then asked for again. */
  readonly version: number | string | undefined;
  /** For `If-Match`. */
  readonly etag?: string | undefined;
  /** What others changed since, if that can be said. */
  readonly since?: VNode | undefined;
}

/** A change that is shown before it is made. */
export interface Plan<T> {
  /** The text of the button; it can count what was shown. */
  readonly verb: string | ((shown: T) => string);
  readonly isDangerous?: boolean | undefined;
  /** The number of users it names; 1 by default. */
  readonly count?: number;
  /** What the change is based on. */
  readonly seen?: Seen | undefined;
  /** What it would do; nothing is written. */
  preview(onRow: (done: number) => void): Outcome<T>;
  /** Does what was shown. */
  make(reason: string, shown: T, onRow: (done: number) => void): Outcome<T>;
  /** Describes what it would do, or did where `shown` is the preview. */
  describe(given: T, shown?: T): VNode;
  /** How much it would change or did, how much is refused, and what to say then. */
  sum(given: T): { readonly changed: number; readonly failed: number; readonly notice: Notice };
}

/** For a request: nothing, where nothing was typed. */
export function reasonOf(reason: string): { reason?: string } {
  return reason.trim() === '' ? {} : { reason: reason.trim() };
}
