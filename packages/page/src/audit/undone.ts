import type { AuditEntry } from '@ops-admin/client';
import { useLoad } from '../parts/load.js';

/** The ids of undoing entries by the ids of undone ones. No entry is undone twice. */
export type Undone = ReadonlyMap<number, number>;

export function undoneIn(entries: readonly AuditEntry[] = []): Undone {
  return new Map(
    entries.flatMap(({ id, reverts }) => (reverts === undefined ? [] : [[reverts, id] as const])),
  );
}

/** Returns which entries are undone. With `asked`, a dry run also finds undos that are not among them. */
export function useUndone(entries: readonly AuditEntry[], asked: boolean): Undone {
  const ids = entries.flatMap(({ id, userId }) => (userId === null ? [] : [id]));
  const { value } = useLoad(asked && ids.length > 0 ? `undone ${ids}` : undefined, (service) =>
    service.revertChanges({ entries: ids, dryRun: true }),
  );
  const before = (value?.results ?? []).flatMap(({ reverts, undoneBy }) =>
    reverts === undefined || undoneBy === undefined ? [] : [[reverts, undoneBy] as const],
  );
  return new Map([...before, ...undoneIn(entries)]);
}
