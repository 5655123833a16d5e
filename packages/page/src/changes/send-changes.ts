import type { Input, PermissionRow } from '@ops-admin/client';
import { service } from '../service.js';
import { words } from '../words.js';
import type { Outcome, Run } from './plan.js';

/** What to change, of whom. */
export type Changes = Pick<Input<'changePermissions'>, 'action' | 'changes'>;

/** The largest number of changes in a request. */
const CHANGES_PER_REQUEST = 100;

/**
 * Makes changes, or says what they would do, in as many requests as they need. What was done stays done if a later
 * request fails: the rows of the others say why they were not.
 */
export async function sendChanges(
  steps: readonly Changes[],
  how: Omit<Input<'changePermissions'>, keyof Changes>,
  onRow: (done: number) => void,
): Promise<Awaited<Outcome<Run>>> {
  const requests = steps.flatMap(requestsOf);
  const send = (n: number) => service.changePermissions({ ...how, ...(requests[n] as Changes) });
  const results: PermissionRow[] = [];
  let batch: string | null = null;
  let last = await send(0);
  for (let n = 1; last.isOk(); n++) {
    results.push(...last.value.results);
    batch ??= last.value.batch;
    onRow(results.length);
    if (n === requests.length) break;
    const next = await send(n);
    if (next.isErr() && !how.dryRun) {
      const { error } = next;
      const message = error.type === 'error-answer' ? words.problems.plain(error.message) : words.run.unknown;
      const left = requests.slice(n).flatMap(({ changes }) => changes);
      results.push(...left.map(({ user }) => ({ user, result: 'not-done' as const, message })));
      break;
    }
    last = next;
  }
  return last.map((run) => ({ ...run, batch, results }));
}

/** Known before the first request, so that a run can be found in the trail whatever happens to the answer. */
export function newBatchName(): string {
  const time = new Date().toISOString().replace(/[-:]|\.\d+Z/g, '');
  const digits = crypto.getRandomValues(new Uint8Array(3));
  return `${time}-${Array.from(digits, (digit) => digit.toString(16).padStart(2, '0')).join('')}`;
}

function requestsOf({ action, changes }: Changes): Changes[] {
  return Array.from({ length: Math.ceil(changes.length / CHANGES_PER_REQUEST) }, (_, n) => ({
    action,
    changes: changes.slice(n * CHANGES_PER_REQUEST, (n + 1) * CHANGES_PER_REQUEST),
  }));
}
