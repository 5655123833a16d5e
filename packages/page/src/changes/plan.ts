import type { Answer, Data } from '@ops-admin/client';
import type { VNode } from 'preact';
import type { Notice } from '../parts/notice.js';

export type Outcome<T> = PromiseLike<Awaited<Answer<T>>>;

/** Rows of a change or of its preview. */
export type Rows = Data<'changePermissions'>;

export interface Seen {
  /** Changes with the record, and then refreshes the preview. */
  readonly version: number | string | undefined;
  /** For `If-Match`. */
  readonly etag?: string | undefined;
  /** Later changes by other admins. */
  readonly since?: VNode | undefined;
}

/** A change with its preview. */
export interface Plan<T> {
  /** The text of the button, which can count rows of the preview. */
  readonly verb: string | ((shown: T) => string);
  readonly isDangerous?: boolean | undefined;
  /** The number of users; 1 by default. */
  readonly count?: number;
  /** The record that the change is based on. */
  readonly seen?: Seen | undefined;
  /** Asks what the change would do, by a dry run. */
  preview(onRow: (done: number) => void): Outcome<T>;
  /** Makes the change as the preview shows it. */
  make(reason: string, shown: T, onRow: (done: number) => void): Outcome<T>;
  /** Describes the preview, or with `shown` the result after that preview. */
  describe(given: T, shown?: T): VNode;
  /** Counts changed and failed rows, with the notice. */
  sum(given: T): { readonly changed: number; readonly failed: number; readonly notice: Notice };
}

/** Returns the member of a request; none without a reason. */
export function reasonOf(reason: string): { reason?: string } {
  return reason.trim() === '' ? {} : { reason: reason.trim() };
}
