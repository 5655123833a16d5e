/** The progress of long work. */
export interface Progress {
  /**
   * The current work:
   *
   * - `pages`: the pages of a file are copied;
   * - `records`, `records-again`: an organisation is copied, and the copy is read again;
   * - `damage`: the tables are read; this step has no count;
   * - `users`: users are compared with the audit log;
   * - `entries`: the audit log is verified.
   */
  readonly step: 'pages' | 'records' | 'records-again' | 'damage' | 'users' | 'entries';
  /** The number that is done; missing if it cannot be counted. */
  readonly done?: number;
  /** The number of all, if known; others can add some meanwhile. */
  readonly total?: number | undefined;
}

/** Receives the progress, every few hundred rows. */
export type OnProgress = (progress: Progress) => void;
