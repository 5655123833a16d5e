import type { Io } from '../io.js';

/** A word as a shell reads it back. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The command that undoes a batch. Messages add the database or the service, as to every command that they name. */
export function undoOfBatch(batch: string): string {
  return `ops-admin audit revert --batch ${quoted(batch)}`;
}

/** Reports the entry of a change of one user, and how to undo it if that is possible. */
export function sayEntry(
  { stderr }: Pick<Io, 'stderr'>,
  entry: number | undefined,
  { isUndoable }: { readonly isUndoable: boolean },
): void {
  if (entry === undefined) return;
  stderr.write(`entry ${entry}${isUndoable ? `; to undo it: ops-admin audit revert ${entry}` : ''}\n`);
}
