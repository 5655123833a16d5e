import type { Input, PermissionRow } from '@ops-admin/client';
import { service } from '../service.js';
import { words } from '../words.js';
import type { Outcome, Rows } from './plan.js';

export type Changes = Pick<Input<'changePermissions'>, 'action' | 'changes'>;

/** The largest number of changes in a request; the build inserts the constant of core. */
declare const CHANGES_PER_REQUEST: number;

/**
 * Sends changes, or their dry run, in as many requests as they need. A failed request leaves earlier ones done; the rows
 * of the remaining changes say why they were not made.
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

/** Returns a name before the first request, so that the batch is found in the audit log even if no answer arrives. */
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
