/**
 * A store could not be read or written: because of its disk, its server, the network, another process, or its content. `cause` is
 * for the log, never for a caller. A bug, or an argument that the types do not allow, is never this error: the result of the port
 * rejects.
 */
export interface StoreUnavailable {
  readonly type: 'store-unavailable';
  readonly cause: unknown;
  /**
   * A write waited too long for other writers, or this instance does not have the key in use yet. Nothing was changed; try again.
   */
  readonly isBusy?: true;
  /** The server cannot be reached, or has no free connection. Nothing was changed; try again. */
  readonly isOutOfReach?: true;
  /** A write found no space left in this place. Nothing was changed. */
  readonly noSpaceOn?: string;
}
