import { err, ok, okAsync, type Result, ResultAsync } from '../result.js';
import { FindUser } from '../users/find-user.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { FindUserError } from '../users/user-operations.js';
import { parseObjectId } from '../values/object-id.js';
import type { AuditEntry, AuditFilter, AuditLog, ObjectId, StoreUnavailable } from './audit-log.js';
import { type AuditOperations, type AuditSearch, readActor } from './audit-operations.js';
import { FindAuditEntry } from './find-audit-entry.js';
import { ListAuditBatches } from './list-audit-batches.js';
import { type AuditEntryJson, presentAuditEntries } from './present-audit-entry.js';
import { readAuditTrail, type TrailOrder } from './read-audit-trail.js';
import { trailEnd } from './trail-end.js';

/** The parts that {@link localAudit} needs. */
export interface LocalAuditParts {
  readonly audit: AuditLog;
  readonly users: UserDirectory;
}

/** The trail of a store. Does not check the caller: guard it with `RequireAdmin`. */
export function localAudit(parts: LocalAuditParts): AuditOperations {
  const { audit, users } = parts;
  const findUser = new FindUser(parts);
  const findAuditEntry = new FindAuditEntry(parts);
  const listAuditBatches = new ListAuditBatches(parts);
  return {
    list: ({ limit, ...search }) =>
      filterOf(search, findUser)
        .andThen((filter) => audit.list({ ...filter, limit }))
        .andThen((entries) => presentAuditEntries(entries, users)),
    read: (search) =>
      filterOf(search, findUser).map((filter) => presented(readAuditTrail(audit, filter), users)),
    find: (entryId) => findAuditEntry.execute(entryId),
    batches: (query) => listAuditBatches.execute(query),
    head: () =>
      trailEnd(audit).andThen(({ digest, id }) =>
        digest === null ? err({ type: 'no-head' as const }) : ok({ id, digest }),
      ),
  };
}

/** How many entries have their users looked up at once. */
const ENTRIES_PER_LOOKUP = 500;

async function* presented(
  entries: AsyncIterable<Result<AuditEntry, StoreUnavailable>>,
  users: UserDirectory,
): AsyncGenerator<Result<AuditEntryJson, StoreUnavailable>, void> {
  let some: AuditEntry[] = [];
  const present = async function* (): AsyncGenerator<Result<AuditEntryJson, StoreUnavailable>, boolean> {
    const page = await presentAuditEntries(some, users);
    some = [];
    if (page.isErr()) yield err(page.error);
    else for (const entry of page.value) yield ok(entry);
    return page.isOk();
  };
  for await (const entry of entries) {
    if (entry.isErr()) return yield err(entry.error);
    some.push(entry.value);
    if (some.length >= ENTRIES_PER_LOOKUP && !(yield* present())) return;
  }
  yield* present();
}

/** E-mails are looked up, ids are not: entries outlive their users. */
function filterOf(
  { actor, user, ...rest }: AuditSearch,
  findUser: FindUser,
): ResultAsync<AuditFilter & TrailOrder, FindUserError> {
  const idOf = (text: string): ResultAsync<ObjectId, FindUserError> =>
    parseObjectId(text).match<ResultAsync<ObjectId, FindUserError>>(okAsync, () =>
      findUser.execute(text).map(({ id }) => id),
    );
  const actorOf = (text: string): ResultAsync<string, FindUserError> => {
    const meant = readActor(text);
    return 'user' in meant ? idOf(meant.user) : okAsync(meant.actor);
  };
  return ResultAsync.combine([
    user === undefined ? okAsync(undefined) : idOf(user),
    actor === undefined ? okAsync(undefined) : actorOf(actor),
  ]).map(([userId, actorName]) => ({
    ...rest,
    ...(userId !== undefined && { userId }),
    ...(actorName !== undefined && { actor: actorName }),
  }));
}
