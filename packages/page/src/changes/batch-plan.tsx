import { Note } from '../parts/note.js';
import { Doubts } from '../permissions/doubt.js';
import { service } from '../service.js';
import { words } from '../words.js';
import { BatchRows, isChange, isFailed, type ShownRow } from './batch-rows.js';
import { type Plan, type Rows, reasonOf } from './plan.js';
import { type Changes, newBatchName, sendChanges } from './send-changes.js';

/** Plans a change of one user or many; a user who changed after the preview is left as they are. */
export function changePlan(
  verb: Plan<Rows>['verb'],
  { action, changes }: Changes,
  isDangerous = false,
  /** Takes the suggestion for an unknown permission; the preview is then refreshed. */
  onMeant: (meant: string, permission: string) => void = () => {},
): Plan<Rows> {
  const count = changes.length;
  const [{ permissions = [] } = {}] = changes;
  const shownRow = (row: ShownRow, n: number): ShownRow => ({
    ...row,
    asked: isChange(row) ? [] : (changes[n]?.permissions ?? []),
    // The doubts stand once above all rows.
    message: row.message?.replace(/(^|; )\S+ is not a known permission(; did you mean \S+\?)?/g, '') ?? '',
  });
  return {
    ...ROWS_SHOWN,
    verb,
    isDangerous,
    count,
    seen: { version: permissions.join() },
    describe: ({ doubtful, results, ...rows }, shown) => (
      <>
        <Doubts of={doubtful} onMeant={onMeant} />
        {ROWS_SHOWN.describe({ ...rows, results: results.map(shownRow) }, shown)}
      </>
    ),
    preview: (onRow) => sendChanges([{ action, changes }], { dryRun: true, findDoubtful: true }, onRow),
    make: (reason, { results }, onRow) => {
      const asShown = changes.map((change, n) => {
        const { asOf } = results[n] ?? {};
        return { ...change, ...(asOf !== undefined && { asOf }) };
      });
      const how = { ...reasonOf(reason), ...(count > 1 && { batch: newBatchName() }) };
      return sendChanges([{ action, changes: asShown }], how, onRow);
    },
  };
}

export type Undone = { readonly entries: readonly number[] } | { readonly batch: string };

export function undoPlan(undone: Undone): Plan<Rows> {
  return {
    ...ROWS_SHOWN,
    sum: (rows) => {
      const sum = ROWS_SHOWN.sum(rows);
      const text = words.undo.done(sum.changed);
      return { ...sum, notice: { ...sum.notice, ...(rows.results.length > 1 && { text }) } };
    },
    verb: ({ results }) => words.undo.verb(results.filter(isChange).length),
    preview: () => revert(undone, { dryRun: true }),
    make: (reason) => revert(undone, reasonOf(reason)),
  };
}

function revert(undone: Undone, how: { dryRun?: boolean; reason?: string }) {
  if ('batch' in undone) return service.revertBatch({ ...undone, ...how });
  const [entry = 0, ...more] = undone.entries;
  return service.revertChanges({
    ...(more.length === 0 ? { entry } : { entries: [...undone.entries] }),
    ...how,
  });
}

export function renamePlan(names: { from: string; to: string }): Plan<Rows> {
  return {
    ...ROWS_SHOWN,
    verb: words.rename.verb,
    preview: () => service.renamePermission({ ...names, dryRun: true }),
    make: (reason) => service.renamePermission({ ...names, ...reasonOf(reason) }),
  };
}

export const ROWS_SHOWN: Pick<Plan<Rows>, 'describe' | 'sum'> = {
  describe: ({ leavesNoAdmin, results, widening }, shown) => (
    <>
      {results.length === 0 && <p>{words.change.nobody}</p>}
      {widening && <Note kind="warn">{words.rename.widening(widening)}</Note>}
      <BatchRows rows={results} shown={shown?.results} />
      {leavesNoAdmin && <Note kind="bad">{words.change.leavesNoAdmin}</Note>}
    </>
  ),
  sum: ({ batch, results }) => {
    const changed = results.filter(isChange);
    const [first] = results;
    return {
      changed: changed.length,
      failed: results.filter(isFailed).length,
      notice: { text: words.done(results, changed), entry: first?.entry, batch: batch ?? undefined },
    };
  },
};
