import type Database from 'better-sqlite3';

/**
 * Keeps a value until anybody writes to the database, this connection or another process. The returned function gives what
 * `begin` made last, or makes it again. Do not use it inside a transaction that can be rolled back.
 */
export function untilWritten<T>(database: Database.Database, begin: () => T): () => T {
  // The first changes with every commit of others, the second with every row that this connection writes.
  const byOthers = database.prepare<[], number>('pragma data_version').pluck();
  const byUs = database.prepare<[], number>('select total_changes()').pluck();
  let kept: { readonly value: T; readonly writes: string } | undefined;
  return () => {
    const writes = `${byOthers.get()} ${byUs.get()}`;
    if (kept?.writes !== writes) kept = { value: begin(), writes };
    return kept.value;
  };
}
