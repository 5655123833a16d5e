import { Note } from '../parts/note.js';
import { service } from '../service.js';
import { words } from '../words.js';
import { type Plan, type Run, reasonOf } from './plan.js';
import { isChange, isFailed, RunRows, usersIn } from './run-rows.js';
import { type Changes, newBatchName, sendChanges } from './send-changes.js';

/** Changes one user or many, as they were when it was shown: who was changed meanwhile is left as they are. */
export function changePlan(verb: string, { action, changes }: Changes, isDangerous = false): Plan<Run> {
  const count = changes.length;
  return {
    ...RUN_SHOWN,
    verb,
    isDangerous,
    count,
    preview: (onRow) => sendChanges([{ action, changes }], { dryRun: true }, onRow),
    make: (reason, { results }, onRow) => {
      const asShown = changes.map((change, n) => {
        const { asOf } = results[n] ?? {};
        return { ...change, ...(asOf !== undefined && { asOf }) };
      });
      const run = { ...reasonOf(reason), ...(count > 1 && { batch: newBatchName() }) };
      return sendChanges([{ action, changes: asShown }], run, onRow);
    },
  };
}

/** Undoes an entry, or a run. */
export function undoPlan(undone: { entry: number } | { batch: string }): Plan<Run> {
  return {
    ...RUN_SHOWN,
    verb: words.undo.verb,
    preview: () => revert(undone, { dryRun: true }),
    make: (reason) => revert(undone, reasonOf(reason)),
  };
}

function revert(undone: { entry: number } | { batch: string }, how: { dryRun?: boolean; reason?: string }) {
  return 'batch' in undone
    ? service.revertBatch({ ...undone, ...how })
    : service.revertChanges({ ...undone, ...how });
}

/** Renames a permission, or by its wildcard a module, for everybody who holds it. */
export function renamePlan(names: { from: string; to: string }): Plan<Run> {
  return {
    ...RUN_SHOWN,
    verb: words.rename.verb,
    preview: () => service.renamePermission({ ...names, dryRun: true }),
    make: (reason) => service.renamePermission({ ...names, ...reasonOf(reason) }),
  };
}

const RUN_SHOWN: Pick<Plan<Run>, 'describe' | 'sum'> = {
  describe: ({ leavesNoAdmin, results, widening }, shown) => (
    <>
      {results.length === 0 && <p>{words.run.nobody}</p>}
      {widening && <Note kind="warn">{words.rename.widening(widening)}</Note>}
      <RunRows rows={results} shown={shown?.results} />
      {leavesNoAdmin && <Note kind="bad">{words.run.leavesNoAdmin}</Note>}
    </>
  ),
  sum: ({ batch, results }) => {
    const changed = results.filter(isChange);
    const [first] = results;
    return {
      changed: changed.length,
      failed: results.filter(isFailed).length,
      notice: { text: words.done(results, usersIn(changed)), entry: first?.entry, batch: batch ?? undefined },
    };
  },
};
