/** A store could not be read or written; `cause` is for the log, never for a caller. */
export interface StoreUnavailable {
  readonly type: 'store-unavailable';
  readonly cause: unknown;
  /** It was to be written, others wrote to it for too long, and nothing was changed: it may be tried again (decision 8). */
  readonly isBusy?: true;
  /** It was to be written, there was no room on this place, and nothing was changed. */
  readonly noSpaceOn?: string;
}
