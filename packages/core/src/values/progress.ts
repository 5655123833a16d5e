/** How far long work is. */
export interface Progress {
  /**
   * What goes on now:
   *
   * - `pages`: the pages of a file are copied;
   * - `records`, `records-again`: an organisation is copied, and what was written is read back;
   * - `damage`: the tables are read, which nobody can count;
   * - `users`: what users hold, and who they are, is compared with the trail;
   * - `entries`: the trail is verified.
   */
  readonly step: 'pages' | 'records' | 'records-again' | 'damage' | 'users' | 'entries';
  /** How many of these are done; missing where nobody can count. */
  readonly done?: number;
  /** How many there are, if that is known; others can add some meanwhile. */
  readonly total?: number | undefined;
}

/** Is told how far long work is, each few hundred rows. */
export type OnProgress = (progress: Progress) => void;
