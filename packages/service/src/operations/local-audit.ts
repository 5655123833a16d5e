import {
  type AuditEntryJson,
  type AuditFilter,
  type AuditLog,
  type AuditOperations,
  type AuditSearch,
  entryNotFound,
  err,
  FindUser,
  type FindUserError,
  type ObjectId,
  ok,
  okAsync,
  parseObjectId,
  presentAuditEntry,
  type Result,
  ResultAsync,
  readAuditTrail,
  type StoreUnavailable,
  type TrailOrder,
  trailEnd,
  type UserDirectory,
} from '@ops-admin/core';

/** The trail, as a store has it. */
export function localAudit(log: AuditLog, users: UserDirectory): AuditOperations {
  const findUser = new FindUser(users);
  return {
    list: ({ limit, ...search }) =>
      filterOf(search, findUser)
        .andThen((filter) => log.list({ ...filter, limit }))
        .map((entries) => entries.map(presentAuditEntry)),
    read: (search) => filterOf(search, findUser).map((filter) => presented(log, filter)),
    find: (entryId) =>
      log
        .find(entryId)
        .andThen((entry) =>
          entry
            ? okAsync(presentAuditEntry(entry))
            : entryNotFound(log, { entryId }).andThen((error) => err(error)),
        ),
    head: () =>
      trailEnd(log).andThen(({ digest, id }) =>
        digest === null ? err({ type: 'no-head' as const }) : ok({ id, digest }),
      ),
  };
}

async function* presented(
  log: AuditLog,
  filter: AuditFilter & TrailOrder,
): AsyncGenerator<Result<AuditEntryJson, StoreUnavailable>, void> {
  for await (const entry of readAuditTrail(log, filter)) yield entry.map(presentAuditEntry);
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
    if (text.includes(':')) return okAsync(text);
    return text.includes('@') || parseObjectId(text).isOk() ? idOf(text) : okAsync(`cli:${text}`);
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
