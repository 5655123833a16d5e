import {
  type ActorRefused,
  type AuditSealer,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  type Clock,
  err,
  type ObjectId,
  ok,
  type PermissionSet,
  type PermissionStore,
  type Result,
  ResultAsync,
  type StoreUnavailable,
  type UserNotFound,
} from '@ops-admin/core';
import {
  judgeChanges,
  mayTakeAdmin,
  permissionSetOf,
  recordChanges,
  type UserState,
} from '@ops-admin/core/adapter';
import { findsAdminBeside } from './admin-search.js';
import { AuditWriter } from './audit-writer.js';
import type { Connection, PostgresDatabase } from './postgres-database.js';

interface StateRow {
  readonly id: ObjectId;
  readonly permissions: string;
  readonly email: string | null;
}

const SET = { name: 'permissions', text: 'select permissions from users where id = $1' };
const STATES = {
  name: 'states-of',
  text: `
    select id, permissions,
      (select email from user_emails e where e.user_id = u.id order by e.position limit 1) as email
    from users u where id = any ($1::text[])`,
};
const NEWEST_ENTRIES = {
  name: 'newest-entries-of',
  text: `
    select id, coalesce((select max(e.id) from audit_entries e where e.user_id = u.id), 0) as newest
    from unnest($1::text[]) as u (id)`,
};

type Judged = Result<readonly ChangeOutcome[], ActorRefused>;

/** Permissions in PostgreSQL, each call in one transaction with its audit entries. */
export class PostgresPermissionStore implements PermissionStore {
  readonly #database: PostgresDatabase;
  readonly #sealer: AuditSealer;
  readonly #clock: Clock;

  constructor(database: PostgresDatabase, sealer: AuditSealer, clock: Clock = () => new Date()) {
    this.#database = database;
    this.#sealer = sealer;
    this.#clock = clock;
  }

  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable> {
    return this.#database
      .read<Pick<StateRow, 'permissions'>>({ ...SET, values: [userId] })
      .andThen(([row]) =>
        row ? ok(permissionSetOf(row.permissions)) : err({ type: 'user-not-found' as const, user: userId }),
      );
  }

  change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused | StoreUnavailable> {
    if (options.dryRun) return new ResultAsync(this.#rehearse(requests, options));
    return this.#database.write<readonly ChangeOutcome[], ActorRefused>(
      async (transaction) => {
        const judged = await this.#judge(transaction, requests, options);
        if (judged.isErr()) return judged;
        const audit = new AuditWriter(this.#sealer, transaction.last);
        const outcomes = recordChanges(requests, judged.value, options, (...change) =>
          audit.record(...change),
        );
        await audit.write(transaction);
        return ok(outcomes);
      },
      requests.length === 1 ? 'little' : 'much',
    );
  }

  async #rehearse(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): Promise<Result<readonly ChangeOutcome[], ActorRefused | StoreUnavailable>> {
    const judge = (connection: Connection) => this.#judge(connection, requests, options);
    try {
      let judged: Judged | undefined;
      // Read to its end: leaving a snapshot before that loses the connection.
      for await (const one of this.#database.snapshot(async function* (connection) {
        yield await judge(connection);
      })) {
        judged = one;
      }
      if (!judged) throw new Error('the snapshot gave nothing');
      return judged;
    } catch (cause) {
      return err({ type: 'store-unavailable', cause });
    }
  }

  async #judge(
    connection: Connection,
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): Promise<Judged> {
    const now = this.#clock();
    const { actor, adminPermission } = options;
    const ids = new Set(requests.map(({ userId }) => userId));
    const states = await statesOf(connection, actor ? [...ids, actor.userId] : [...ids], requests);
    const users = new Map([...states].filter(([id]) => ids.has(id)));
    const hasOtherAdmin =
      mayTakeAdmin(requests, users, options) && (await findsAdminBeside(connection, ids, adminPermission));
    return judgeChanges(requests, options, {
      users,
      actor: actor && states.get(actor.userId)?.permissions,
      hasOtherAdmin,
      now,
    });
  }
}

/** The users as they are now; in a transaction that writes they stay so until it ends. */
async function statesOf(
  connection: Connection,
  ids: readonly ObjectId[],
  requests: readonly ChangeRequest[],
): Promise<ReadonlyMap<ObjectId, UserState>> {
  const rows = await connection.query<StateRow>({ ...STATES, values: [ids] });
  const newest = new Map<ObjectId, number>();
  if (requests.some(({ ifNewestEntryIs }) => ifNewestEntryIs !== undefined)) {
    const entries = await connection.query<{ id: ObjectId; newest: number }>({
      ...NEWEST_ENTRIES,
      values: [ids],
    });
    for (const entry of entries) newest.set(entry.id, entry.newest);
  }
  return new Map(
    rows.map(({ email, id, permissions }) => [
      id,
      {
        email: email ?? undefined,
        permissions: permissionSetOf(permissions),
        newestEntryId: newest.get(id) ?? 0,
      },
    ]),
  );
}
