import type { Input, PermissionRow } from '@ops-admin/client';
import { service } from '../service.js';
import { words } from '../words.js';
import type { Outcome, Rows } from './plan.js';

/** The changes of users, with their action. */
export type Changes = Pick<Input<'changePermissions'>, 'action' | 'changes'>;

/** The largest number of changes in a request; the build puts in the constant of core. */
declare const CHANGES_PER_REQUEST: number;

/**
 * Makes changes, or says what they would do, in as many requests as they need. A request that fails leaves the earlier
 * ones done: the rows of the others say why they were not.
 */
export async function sendChanges(
  steps: readonly Changes[],
  how: Omit<Input<'changePermissions'>, keyof Changes>,
  onRow: (done: number) => void,
): Promise<Awaited<Outcome<Rows>>> {
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
      const message =
        error.type === 'error-answer' ? words.problems.plain(error.message) : words.change.unknown;
      const left = requests.slice(n).flatMap(({ changes }) => changes);
      results.push(...left.map(({ user }) => ({ user, result: 'not-done' as const, message })));
      break;
    }
    last = next;
  }
  return last.map((run) => ({ ...run, batch, results }));
}

/** Returns a name that is known before the first request: the audit log has the batch even if no answer arrives. */
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
