/** A store could not be read or written; `cause` is for the log, never for a caller. */
export interface StoreUnavailable {
  readonly type: 'store-unavailable';
  readonly cause: unknown;
}
