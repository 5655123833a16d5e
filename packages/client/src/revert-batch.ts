import type { PermissionRow } from '@ops-admin/core';
import { err, ok, type Result } from 'neverthrow';
import type { BatchReverted, Client, Data, Input } from './client.js';
import type { Problem } from './problem.js';

/** The largest number of entries that a request undoes. */
const ENTRIES_PER_REQUEST = 1_000;
const ENTRIES_PER_PAGE = 500;

type Target = Pick<Input<'revertChanges'>, 'batch' | 'entries' | 'users'>;
type Undone = Data<'revertChanges'>;

/** See `Client`. */
export async function revertBatch(
  client: Pick<Client, 'listAudit' | 'revertChanges'>,
  { batch, newBatch: named, ...how }: BatchReverted,
): Promise<Result<Undone, Problem>> {
  const targets = await targetsOf(client, batch, how.signal);
  if (targets.isErr()) return err(targets.error);
  let newBatch = named;
  let leavesNoAdmin = false;
  const results: PermissionRow[] = [];
  for (const [n, target] of targets.value.entries()) {
    const undone = await client.revertChanges({ ...how, ...target, newBatch });
    if (undone.isErr()) {
      if (n === 0 || how.dryRun) return err(undone.error);
      const { message } = undone.error;
      const left = targets.value.slice(n).flatMap(({ users = [] }) => users);
      results.push(...left.map((user) => ({ user, result: 'not-done' as const, message })));
      break;
    }
    newBatch ??= undone.value.batch ?? undefined;
    leavesNoAdmin ||= undone.value.leavesNoAdmin;
    results.push(...undone.value.results);
  }
  const isDone = results.some(({ entry }) => entry !== undefined);
  return ok({
    batch: isDone ? (newBatch ?? null) : null,
    dryRun: how.dryRun ?? false,
    results,
    leavesNoAdmin,
  });
}

/** The batch as a whole, or in parts: all entries of a user in one, then those of departments. */
async function targetsOf(
  client: Pick<Client, 'listAudit'>,
  batch: string,
  signal: AbortSignal | undefined,
): Promise<Result<readonly Target[], Problem>> {
  const ofUsers = new Map<string, number>();
  const others: number[] = [];
  let total = 0;
  for (let before: number | undefined; ; ) {
    const page = await client.listAudit({ batch, before, limit: ENTRIES_PER_PAGE, signal });
    if (page.isErr()) return err(page.error);
    const { entries, next } = page.value;
    total += entries.length;
    for (const { id, userId } of entries) {
      if (userId === null) others.push(id);
      else ofUsers.set(userId, (ofUsers.get(userId) ?? 0) + 1);
    }
    if (next === null) break;
    before = next;
  }
  if (total <= ENTRIES_PER_REQUEST) return ok([{ batch }]);
  const targets: Target[] = [];
  let users: string[] = [];
  let size = 0;
  for (const [user, entries] of ofUsers) {
    if (users.length > 0 && size + entries > ENTRIES_PER_REQUEST) {
      targets.push({ batch, users });
      [users, size] = [[], 0];
    }
    users.push(user);
    size += entries;
  }
  if (users.length > 0) targets.push({ batch, users });
  for (let start = 0; start < others.length; start += ENTRIES_PER_REQUEST)
    targets.push({ entries: others.slice(start, start + ENTRIES_PER_REQUEST) });
  return ok(targets);
}
