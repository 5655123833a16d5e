import type { AuditEntry } from '@ops-admin/client';

/** Which entry undid another, by the number of that. Nothing undoes an entry twice (decision 6). */
export type Undone = ReadonlyMap<number, number>;

/** What some entries undid. */
export function undoneIn(entries: readonly AuditEntry[] = []): Undone {
  return new Map(
    entries.flatMap(({ id, reverts }) => (reverts === undefined ? [] : [[reverts, id] as const])),
  );
}
