import type { Data, Input, PermissionRow } from '@ops-admin/client';
import { Note } from '../parts/note.js';
import { service } from '../service.js';
import { words } from '../words.js';
import { type Outcome, type Plan, reasonOf } from './plan.js';
import { isChange, isFailed, RunRows } from './run-rows.js';

/** The result of a change, or of what it would do. */
export type Run = Data<'changePermissions'>;

/** What to change, of whom. */
export type Changes = Pick<Input<'changePermissions'>, 'action' | 'changes'>;

/** The largest number of changes in a request. */
const CHANGES_PER_REQUEST = 500;

/** Changes one user or many, as they were when it was shown: who was changed meanwhile is left as they are. */
export function changePlan(verb: string, { action, changes }: Changes, isDangerous = false): Plan<Run> {
  const count = changes.length;
  const send = async (
    input: (from: number, to: number) => Input<'changePermissions'>,
    onRow: (done: number) => void,
  ): Promise<Awaited<Outcome<Run>>> => {
    const results: PermissionRow[] = [];
    for (let from = 0; ; from += CHANGES_PER_REQUEST) {
      const to = Math.min(count, from + CHANGES_PER_REQUEST);
      const answer = await service.changePermissions(input(from, to));
      if (answer.isErr()) return answer;
      results.push(...answer.value.results);
      onRow(to);
      if (to === count) return answer.map((last) => ({ ...last, results }));
    }
  };
  return {
    ...RUN_SHOWN,
    verb,
    isDangerous,
    count,
    preview: (onRow) =>
      send((from, to) => ({ action, changes: changes.slice(from, to), dryRun: true }), onRow),
    make: (reason, { results }, onRow) => {
      const run = { ...reasonOf(reason), ...(count > 1 && { batch: newBatchName() }) };
      return send((from, to) => {
        const asShown = changes.slice(from, to).map((change, n) => {
          const { asOf } = results[from + n] ?? {};
          return { ...change, ...(asOf !== undefined && { asOf }) };
        });
        return { action, changes: asShown, ...run };
      }, onRow);
    },
  };
}

/** Undoes an entry, or a run. */
export function undoPlan(undone: { entry: number } | { batch: string }): Plan<Run> {
  return {
    ...RUN_SHOWN,
    verb: words.undo.verb,
    preview: () => service.revertChanges({ ...undone, dryRun: true }),
    make: (reason) => service.revertChanges({ ...undone, ...reasonOf(reason) }),
  };
}

const RUN_SHOWN: Pick<Plan<Run>, 'describe' | 'sum'> = {
  describe: ({ leavesNoAdmin, results }, shown) => (
    <>
      <RunRows rows={results} shown={shown?.results} />
      {leavesNoAdmin && <Note kind="bad">{words.run.leavesNoAdmin}</Note>}
    </>
  ),
  sum: ({ batch, results }) => {
    const changed = results.filter(isChange).length;
    const [first] = results;
    return {
      changed,
      failed: results.filter(isFailed).length,
      notice: { text: words.done(results, changed), entry: first?.entry, batch: batch ?? undefined },
    };
  },
};

/** Known before the first request, so that the run can be found in the trail whatever happens to the answer. */
function newBatchName(): string {
  const time = new Date().toISOString().replace(/[-:]|\.\d+Z/g, '');
  const digits = crypto.getRandomValues(new Uint8Array(3));
  return `${time}-${Array.from(digits, (digit) => digit.toString(16).padStart(2, '0')).join('')}`;
}
