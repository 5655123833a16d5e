import type { Answer, PermissionRow } from '@ops-admin/client';
import { type Data, service } from '../service.js';

/** The result of a change, or of what it would do. */
export type Run = Data<'changePermissions'>;

/** A run, or why there is none. */
export type RunAnswer = Awaited<Answer<Run>>;

/** A change that is shown before it is made. */
export interface RunPlan {
  /** On the button: what it does. */
  readonly verb: string;
  readonly isDangerous?: boolean | undefined;
  /** What it would do; nothing is written. */
  preview(onRow: (done: number) => void): PromiseLike<RunAnswer>;
  /** Does what was shown. */
  make(reason: string, shown: Run, onRow: (done: number) => void): PromiseLike<RunAnswer>;
}

type Input = Parameters<typeof service.changePermissions>[0];

/** The largest number of changes in a request. */
const CHANGES_PER_REQUEST = 500;

/** Changes one user or many, as they were when it was shown: who was changed meanwhile is left as they are. */
export function changePlan(
  verb: string,
  { action, changes, isDangerous }: Pick<Input, 'action' | 'changes'> & { isDangerous?: boolean },
): RunPlan {
  const isRun = changes.length > 1;
  const send = async (
    input: (from: number, to: number) => Input,
    onRow: (done: number) => void,
  ): Promise<RunAnswer> => {
    const results: PermissionRow[] = [];
    for (let from = 0; ; from += CHANGES_PER_REQUEST) {
      const to = Math.min(changes.length, from + CHANGES_PER_REQUEST);
      const answer = await service.changePermissions(input(from, to));
      if (answer.isErr()) return answer;
      results.push(...answer.value.results);
      onRow(to);
      if (to === changes.length) return answer.map((last) => ({ ...last, results }));
    }
  };
  return {
    verb,
    isDangerous,
    preview: (onRow) =>
      send((from, to) => ({ action, changes: changes.slice(from, to), dryRun: true }), onRow),
    make: (reason, { results }, onRow) => {
      const batch = isRun ? newBatchName() : undefined;
      return send((from, to) => {
        const asShown = changes.slice(from, to).map((change, n) => {
          const { asOf } = results[from + n] ?? {};
          return { ...change, ...(asOf !== undefined && { asOf }) };
        });
        return { action, changes: asShown, ...reasonOf(reason), ...(batch !== undefined && { batch }) };
      }, onRow);
    },
  };
}

/** Undoes an entry, or a run. */
export function undoPlan(verb: string, undone: { entry: number } | { batch: string }): RunPlan {
  return {
    verb,
    preview: () => service.revertChanges({ ...undone, dryRun: true }),
    make: (reason) => service.revertChanges({ ...undone, ...reasonOf(reason) }),
  };
}

const FAILED = new Set([
  'user-not-found',
  'ambiguous-user',
  'user-inactive',
  'invalid',
  'no-admin-left',
  'changed-since',
  'not-done',
]);

/** Whether what a row asked for was not done. */
export function isFailed({ result }: PermissionRow): boolean {
  return FAILED.has(result);
}

const NOTHING = new Set(['already-held', 'nothing-held', 'nothing-left', 'already-so', 'unchanged']);

/** Whether a row changed something, or would. */
export function isChange(row: PermissionRow): boolean {
  return !isFailed(row) && !NOTHING.has(row.result);
}

function reasonOf(reason: string): { reason?: string } {
  return reason.trim() === '' ? {} : { reason: reason.trim() };
}

/** Known before the first request, so that the run can be found in the trail whatever happens to the answer. */
function newBatchName(): string {
  const time = new Date().toISOString().replace(/[-:]|\.\d+Z/g, '');
  return `${time}-${crypto.randomUUID().slice(0, 6)}`;
}
