import type { AuditEntry, Client } from '@ops-admin/client';
import {
  type AmbiguousUser,
  type AuditBatchJson,
  err,
  errAsync,
  ok,
  okAsync,
  parseBatchName,
  parseObjectId,
  type Result,
  ResultAsync,
  type UserNotFound,
} from '@ops-admin/core';
import {
  AUDIT_RECORDS_PER_PAGE,
  type AuditOperations,
  type AuditSearch,
  readActor,
} from '@ops-admin/core/jobs';
import type { InvalidInput } from '../cli-error.js';
import type { RemoteSource } from './remote-source.js';
import { findRemoteUser } from './remote-users.js';
import { databaseRequired } from './server-option.js';
import type { ServiceConnection } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';

type Failure = ServiceFailed | InvalidInput;
type EntryQuery = NonNullable<Parameters<Client['listAudit']>[0]>;

/** The largest number of entries read for a list with the oldest first: the service lists the newest first. */
const MAX_ENTRIES_READ = 10_000;
/** The largest number of actors of runs whose e-mails are looked up. */
const MAX_LOOKUPS = 100;

/** The trail, as a service lists it. */
export function remoteAudit({ connection }: RemoteSource): AuditOperations<Failure> {
  const read = ({ afterId, newestFirst = false, ...search }: AuditSearch) =>
    queryOf(connection, search).map((query) =>
      newestFirst ? newestFirstOf(connection, query, afterId) : oldestFirstOf(connection, query, afterId),
    );
  return {
    list: ({ limit, ...search }) =>
      read(search).andThen((entries) => new ResultAsync(firstOf(entries, limit))),
    read,
    find: (id) => connection.read((client) => client.showAuditEntry({ id })).map(({ entry }) => entry),
    batches: ({ beforeId, limit }) =>
      new ResultAsync(batchesOf(connection, beforeId, limit)).andThen(({ batches, next }) =>
        emailsOf(
          connection,
          batches.map(({ actor }) => actor),
        ).map((actorEmails) => ({ batches, next, actorEmails })),
      ),
    head: () => errAsync(databaseRequired('audit head')),
  };
}

/** The e-mails of those who are users, by id; unknown ones are left out. */
function emailsOf(
  connection: ServiceConnection,
  actors: readonly string[],
): ResultAsync<ReadonlyMap<string, string | undefined>, never> {
  const ids = [...new Set(actors)].filter((actor) => parseObjectId(actor).isOk()).slice(0, MAX_LOOKUPS);
  const look = async () => {
    const emails = new Map<string, string | undefined>();
    for (const userId of ids) {
      const found = await connection.read((client) => client.showUser({ userId }));
      if (found.isOk()) emails.set(userId, found.value.user.emails[0]);
    }
    return emails;
  };
  return ResultAsync.fromSafePromise(look());
}

type Search = Omit<AuditSearch, 'afterId' | 'newestFirst'>;

/**
 * The query for the service; `undefined` if nothing can match. E-mails are looked up, ids are not: entries outlive their
 * users.
 */
function queryOf(
  connection: ServiceConnection,
  { action, actor, batch, user, ...others }: Search,
): ResultAsync<EntryQuery | undefined, UserNotFound | AmbiguousUser | Failure> {
  if (action === 'seal') return errAsync(databaseRequired('--action seal'));
  const idOf = (text: string): ResultAsync<string, UserNotFound | AmbiguousUser | Failure> =>
    parseObjectId(text).isOk() ? okAsync(text) : findRemoteUser(connection, text).map(({ _id }) => _id);
  const actorOf = (text: string): ResultAsync<string, UserNotFound | AmbiguousUser | Failure> => {
    const meant = readActor(text);
    return 'user' in meant ? idOf(meant.user) : okAsync(meant.actor);
  };
  return ResultAsync.combine([
    user === undefined ? okAsync(undefined) : idOf(user),
    actor === undefined ? okAsync(undefined) : actorOf(actor),
  ]).map(([userId, actorName]) =>
    batch !== undefined && parseBatchName(batch).isErr()
      ? undefined
      : { ...others, action, batch, user: userId, actor: actorName },
  );
}

type Entries = AsyncGenerator<Result<AuditEntry, Failure>, void>;

async function* newestFirstOf(
  connection: ServiceConnection,
  query: EntryQuery | undefined,
  before: number | undefined,
): Entries {
  let from = before;
  while (query) {
    const page = await connection.read((client) =>
      client.listAudit({ ...query, limit: AUDIT_RECORDS_PER_PAGE, before: from }),
    );
    if (page.isErr()) return yield err(page.error);
    for (const entry of page.value.entries) yield ok(entry);
    if (page.value.next === null) return;
    from = page.value.next;
  }
}

/** Reads what is newer than `after`, and gives it in reverse order. */
async function* oldestFirstOf(
  connection: ServiceConnection,
  query: EntryQuery | undefined,
  after = 0,
): Entries {
  const entries: AuditEntry[] = [];
  for await (const entry of newestFirstOf(connection, query, undefined)) {
    if (entry.isErr()) return yield entry;
    if (entry.value.id <= after) break;
    if (entries.length === MAX_ENTRIES_READ) return yield err(TOO_MANY);
    entries.push(entry.value);
  }
  for (const entry of entries.reverse()) yield ok(entry);
}

const TOO_MANY: InvalidInput = {
  type: 'invalid-input',
  message: `over HTTP, the oldest first are at most ${MAX_ENTRIES_READ} entries; narrow them, by --after or --since, or name the database with --db`,
};

async function firstOf(entries: Entries, limit: number): Promise<Result<readonly AuditEntry[], Failure>> {
  const first: AuditEntry[] = [];
  for await (const entry of entries) {
    if (entry.isErr()) return err(entry.error);
    first.push(entry.value);
    if (first.length === limit) break;
  }
  return ok(first);
}

interface Batches {
  readonly batches: readonly AuditBatchJson[];
  readonly next: number | null;
}

async function batchesOf(
  connection: ServiceConnection,
  before: number | undefined,
  limit: number,
): Promise<Result<Batches, ServiceFailed>> {
  const batches: AuditBatchJson[] = [];
  let from = before;
  for (;;) {
    const some = Math.min(limit - batches.length, AUDIT_RECORDS_PER_PAGE);
    const page = await connection.read((client) => client.listAuditBatches({ limit: some, before: from }));
    if (page.isErr()) return err(page.error);
    const { next } = page.value;
    batches.push(...page.value.batches);
    if (next === null || batches.length >= limit) return ok({ batches, next });
    from = next;
  }
}
