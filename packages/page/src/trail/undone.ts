import type { AuditEntry } from '@ops-admin/client';
import { useLoad } from '../parts/load.js';

/** Which entry undid another, by the number of that. Nothing undoes an entry twice (decision 6). */
export type Undone = ReadonlyMap<number, number>;

/** What some entries undid. */
export function undoneIn(entries: readonly AuditEntry[] = []): Undone {
  return new Map(
    entries.flatMap(({ id, reverts }) => (reverts === undefined ? [] : [[reverts, id] as const])),
  );
}

/** Which of some entries are undone. What undid them need not be among them where it is `asked` for: an undo that is not made says so. */
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
