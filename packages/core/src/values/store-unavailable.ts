/**
 * A store could not be read or written: its disk, its server, the way to it, another process, its content. `cause` is for the
 * log, never for a caller. It is never a bug or an argument that no type allows: with these a port does not give an error, its
 * result rejects, and a port never throws before there is a result.
 */
export interface StoreUnavailable {
  readonly type: 'store-unavailable';
  readonly cause: unknown;
  /** It was to be written, others wrote to it for too long, and nothing was changed: it may be tried again (decision 8). */
  readonly isBusy?: true;
  /** It was to be written, there was no room on this place, and nothing was changed. */
  readonly noSpaceOn?: string;
}
