import type { PermissionRow } from '@ops-admin/client';
import {
  CHANGES_PER_REQUEST,
  err,
  type IdentityChange,
  isFailedRow,
  moduleOf,
  ok,
  type PermissionOrder,
  type PermissionOrders,
  type PermissionsChanged,
  parseBatchName,
  parsePermission,
  type Result,
  ResultAsync,
  type UnreadableOrder,
  wildcardOf,
} from '@ops-admin/core';
import {
  type ChangesReverted,
  type DoubtfulPermission,
  ENTRIES_PER_REVERT,
  type EntryNotFound,
  type PermissionOperations,
  type RevertChangesOrder,
  type RevertTarget,
  relinking,
  type TooManyEntries,
  UNDONE_ROW,
  unreadableRow,
} from '@ops-admin/core/jobs';
import type { InvalidInput } from '../cli-error.js';
import { changeOf, fitsRequest, sendable } from './change-requests.js';
import { remoteAudit } from './remote-audit.js';
import type { RemoteSource } from './remote-source.js';
import { remoteUsers } from './remote-users.js';
import { databaseRequired } from './server-option.js';
import type { ServiceConnection } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';

type Failure = ServiceFailed | InvalidInput;
type Orders = Omit<PermissionOrders, 'actor'>;

/** Changes of permissions, as a service makes them in the name of the token's user. */
export function remotePermissions(source: RemoteSource): PermissionOperations<Failure> {
  return {
    change: (orders) => new ResultAsync(change(source.connection, orders)),
    revert: (order) => new ResultAsync(revert(source, order)),
    findDoubtful: (permissions) => new ResultAsync(findDoubtful(source, permissions)),
  };
}

/** What one request says about all its changes. */
interface Request {
  readonly atomic?: boolean;
  readonly dryRun: boolean;
  readonly keepAdmin: boolean;
}

async function change(
  connection: ServiceConnection,
  how: Orders,
): Promise<Result<PermissionsChanged, Failure>> {
  const { action, atomic = false, dryRun = false, ignoresUnknown = false, keepAdmin = true, orders } = how;
  if (atomic && !fitsRequest(orders)) {
    return err(databaseRequired(`--atomic with more than ${CHANGES_PER_REQUEST} rows, or 900 KiB of them,`));
  }
  const read = orders.map((order) => sendable(order, action));
  const isRefused = atomic && read.some((one) => 'problem' in one);
  const rows = read.map((one) => ('problem' in one ? unreadableRow(one, how) : undefined));
  let left = [...read.entries()].flatMap(([n, order]) => ('problem' in order ? [] : [{ n, order }]));
  const ask = (request: Request) =>
    post(
      connection,
      how,
      left.map(({ order }) => order),
      request,
    );

  if (atomic && ignoresUnknown) {
    // For the service an unknown user is a failure, so they are left out.
    const tried = await ask({ dryRun: true, keepAdmin });
    if (tried.isErr()) return err(tried.error);
    for (const [index, { n, order }] of left.entries()) {
      const row = tried.value[index];
      if (row?.result === 'user-not-found') rows[n] = shown(row, order, how);
    }
    left = left.filter(({ n }) => rows[n] === undefined);
  }

  // The rows of the change itself do not say it.
  const lastAdmin = keepAdmin || action === 'add' ? ok([]) : await ask({ dryRun: true, keepAdmin: true });
  if (lastAdmin.isErr()) return err(lastAdmin.error);
  const done = await ask({
    atomic: atomic && !isRefused,
    dryRun: dryRun || isRefused,
    keepAdmin,
  });
  if (done.isErr()) return err(done.error);
  for (const [index, { n, order }] of left.entries()) {
    const row = shown(done.value[index] as PermissionRow, order, how);
    rows[n] = isRefused && !isFailedRow(row) ? undone(row, how) : row;
  }
  const made = rows as PermissionRow[];
  const isUndone = made.some(({ result }) => result === 'not-done');
  return ok({ rows: made, leavesNoAdmin: !isUndone && lastAdmin.value.some(isOfLastAdmin) });
}

async function post(
  connection: ServiceConnection,
  { action, origin: { batch, reason } }: Orders,
  orders: readonly PermissionOrder[],
  { atomic, dryRun, keepAdmin }: Request,
): Promise<Result<readonly PermissionRow[], ServiceFailed>> {
  if (orders.length === 0) return ok([]);
  const payload = { action, changes: orders.map(changeOf), dryRun, atomic, keepAdmin, reason, batch };
  const answered = dryRun
    ? connection.rehearse((client) => client.changePermissions(payload))
    : connection.change((client) => client.changePermissions(payload));
  return await answered.map(({ results }) => results);
}

/** A row of the service as one of the command: with the line of the file. */
function shown(
  { dryRun: _, ...row }: PermissionRow,
  { line }: PermissionOrder | UnreadableOrder,
  { dryRun = false }: Orders,
): PermissionRow {
  return { ...row, ...(line !== undefined && { line }), ...(dryRun && { dryRun }) };
}

/** A row that is not sent because another one failed. */
function undone({ email, line, user, userId }: PermissionRow, how: Orders): PermissionRow {
  const { message, result } = UNDONE_ROW;
  return {
    user,
    ...(userId !== undefined && { userId }),
    ...(email !== undefined && { email }),
    result,
    ...(how.action === 'add' ? { added: [] } : { removed: [] }),
    ...(message !== undefined && { message }),
    ...(line !== undefined && { line }),
    ...(how.dryRun && { dryRun: true }),
  };
}

function isOfLastAdmin({ result }: PermissionRow): boolean {
  return result === 'no-admin-left';
}

async function revert(
  source: RemoteSource,
  { dryRun = false, keepAdmin = true, origin: { reason }, target }: Omit<RevertChangesOrder, 'actor'>,
): Promise<Result<ChangesReverted, EntryNotFound | TooManyEntries | Failure>> {
  const { connection } = source;
  if ('batch' in target && parseBatchName(target.batch).isErr()) {
    return err({ type: 'entry-not-found', target });
  }
  const ask = (how: Request) => {
    const payload = { ...how, reason, ...('batch' in target ? target : { entry: target.entryId }) };
    if (how.dryRun) return connection.rehearse((client) => client.revertChanges(payload));
    return 'batch' in target
      ? connection.changeInParts((client) => client.revertChanges(payload))
      : connection.change((client) => client.revertChanges(payload));
  };
  const lastAdmin = keepAdmin ? undefined : await ask({ dryRun: true, keepAdmin: true });
  const done = lastAdmin?.isErr() ? lastAdmin : await ask({ dryRun, keepAdmin });
  if (done.isErr()) {
    // No other part of it can be wrong.
    const isTooLong = 'batch' in target && done.error.code === 'VALIDATION_ERROR';
    return err(isTooLong ? { type: 'too-many-entries', limit: ENTRIES_PER_REVERT } : done.error);
  }
  const rows = done.value.results;
  return ok({
    rows,
    leavesNoAdmin: lastAdmin?.isOk() === true && lastAdmin.value.results.some(isOfLastAdmin),
    changers: await changersOf(source, rows),
    identities: await identitiesOf(source, target, rows),
  });
}

/** The largest number of entries looked up to say who made them. */
const MAX_LOOKUPS = 20;

/** Who later changed what was left alone, if known: what was done is reported in any case. */
async function changersOf(
  source: RemoteSource,
  rows: readonly PermissionRow[],
): Promise<ReadonlyMap<number, string>> {
  const audit = remoteAudit(source);
  const later = new Set(rows.flatMap(({ leftAlone = [] }) => leftAlone.map(({ changedBy }) => changedBy)));
  const changers = new Map<number, string>();
  for (const id of [...later].slice(0, MAX_LOOKUPS)) {
    const entry = await audit.find(id);
    if (entry.isOk()) changers.set(id, entry.value.actorUser?.email ?? entry.value.actor);
  }
  return changers;
}

/** Which identities were linked or unlinked again: the rows only say that they changed nothing. */
async function identitiesOf(
  source: RemoteSource,
  target: RevertTarget,
  rows: readonly PermissionRow[],
): Promise<ReadonlyMap<number, IdentityChange>> {
  const audit = remoteAudit(source);
  const identities = new Map<number, IdentityChange>();
  const wanted = new Set(
    rows.flatMap(({ added = [], removed = [], result, reverts = 0 }) => {
      const isDone = result === 'reverted' || result === 'would-revert';
      return isDone && added.length + removed.length === 0 ? [reverts] : [];
    }),
  );
  if (wanted.size === 0) return identities;
  const entries =
    'batch' in target
      ? await audit.read({ batch: target.batch, newestFirst: true })
      : await audit.find(target.entryId).map((entry) => [ok(entry)]);
  if (entries.isErr()) return identities;
  for await (const entry of entries.value) {
    if (entry.isErr()) break;
    const { action, id, identity } = entry.value;
    if (wanted.has(id) && identity) identities.set(id, relinking(action, identity));
    if (identities.size === wanted.size) break;
  }
  return identities;
}

async function findDoubtful(
  source: RemoteSource,
  permissions: readonly string[],
): Promise<Result<readonly DoubtfulPermission[], Failure>> {
  const doubtful: DoubtfulPermission[] = [];
  const known = new Map<string, boolean>();
  for (const permission of new Set(permissions)) {
    const module = parsePermission(permission).isOk() ? moduleOf(permission) : undefined;
    const subject = module === undefined ? permission : wildcardOf(module);
    if (!known.has(subject)) {
      const found = await (module === undefined ? isHeld(source, permission) : isNamed(source, module));
      if (found.isErr()) return err(found.error);
      known.set(subject, found.value);
    }
    if (known.get(subject) === false) doubtful.push({ permission });
  }
  return ok(doubtful);
}

/** Whether the trail names a module, or anybody holds a string of it. */
async function isNamed({ connection }: RemoteSource, module: string): Promise<Result<boolean, Failure>> {
  const named = await connection.read((client) => client.listAudit({ module, limit: 1 }));
  if (named.isErr() || named.value.entries.length > 0) return named.map(() => true);
  return await connection
    .read((client) => client.listUsers({ start: 0, end: 1, holds: wildcardOf(module) }))
    .map(({ total }) => total > 0);
}

/** Whether anybody holds exactly this string; nobody holds one that no query can name. */
async function isHeld(source: RemoteSource, permission: string): Promise<Result<boolean, Failure>> {
  if (permission === '' || /\p{Cs}/u.test(permission)) return ok(false);
  return await remoteUsers(source)
    .holders(permission, true)
    .map(({ length }) => length > 0);
}
