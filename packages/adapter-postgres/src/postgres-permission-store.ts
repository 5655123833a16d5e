import {
  type AuditDraft,
  type AuditEntry,
  type AuditSealer,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  err,
  type IsAdmin,
  isFailure,
  type ObjectId,
  ok,
  type PermissionChange,
  type PermissionSet,
  type PermissionStore,
  type Result,
  ResultAsync,
  type StoreUnavailable,
  type UserNotFound,
} from '@ops-admin/core';
import { AdminSearch } from './admin-search.js';
import type { Connection, PostgresDatabase } from './postgres-database.js';
import { Trail } from './trail.js';
import { permissionSetOf } from './user-row.js';

interface SetRow {
  readonly id: ObjectId;
  readonly permissions: string;
}

const SET = { name: 'permissions', text: 'select permissions from users where id = $1' };
const SETS = {
  name: 'permissions-of',
  text: 'select id, permissions from users where id = any ($1::text[])',
};

/** Permissions in PostgreSQL, each change in one transaction with its audit entry. */
export class PostgresPermissionStore implements PermissionStore {
  readonly #database: PostgresDatabase;
  readonly #sealer: AuditSealer;

  constructor(database: PostgresDatabase, sealer: AuditSealer) {
    this.#database = database;
    this.#sealer = sealer;
  }

  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable> {
    return this.#database
      .read<Pick<SetRow, 'permissions'>>({ ...SET, values: [userId] })
      .andThen((rows) => theSet(userId, rows));
  }

  change(
    userId: ObjectId,
    change: (held: PermissionSet) => PermissionChange,
    draft: AuditDraft,
  ): ResultAsync<AuditEntry, UserNotFound | StoreUnavailable> {
    return this.#database.write<AuditEntry, UserNotFound>(async (transaction) => {
      const held = theSet(userId, await transaction.query({ ...SET, values: [userId] }));
      if (held.isErr()) return err(held.error);
      const trail = new Trail(this.#sealer, transaction.last);
      const entry = trail.record(userId, change(held.value), draft);
      await trail.write(transaction);
      return ok(entry);
    });
  }

  changeAll(
    requests: readonly ChangeRequest[],
    { keepAdmin, atomic = false, dryRun = false }: ChangeOptions = {},
  ): ResultAsync<readonly ChangeOutcome[], StoreUnavailable> {
    return this.#database.write<readonly ChangeOutcome[], never>(async (transaction) => {
      const sets = await setsOf(transaction, requests);
      const admins = new AdminSearch(transaction, sets);
      const trail = new Trail(this.#sealer, transaction.last);
      const outcomes: ChangeOutcome[] = [];
      for (const { userId, change, draft } of requests) {
        const held = sets.get(userId);
        const changed = held && change(held);
        if (!held) outcomes.push({ type: 'user-not-found', user: userId });
        else if (!changed) outcomes.push({ type: 'left-alone' });
        else if (await takesLastAdmin(admins, userId, changed, keepAdmin)) {
          outcomes.push({ type: 'no-admin-left', user: userId });
        } else {
          sets.set(userId, changed.after);
          outcomes.push({ type: 'changed', entry: trail.record(userId, changed, draft) });
        }
      }
      const isWritten = !(dryRun || (atomic && outcomes.some(isFailure)));
      if (isWritten) await trail.write(transaction);
      return ok(outcomes);
    }, 'much');
  }

  hasAdmin(isAdmin: IsAdmin): ResultAsync<boolean, StoreUnavailable> {
    // A page a call: nobody minds whether they are of the same moment.
    const pages = {
      query: async <Row>(statement: Parameters<Connection['query']>[0]): Promise<Row[]> => {
        const rows = await this.#database.read<Row>(statement);
        if (rows.isErr()) throw rows.error.cause;
        return rows.value;
      },
    };
    return ResultAsync.fromPromise(new AdminSearch(pages).findsBeside(undefined, isAdmin), (cause) => ({
      type: 'store-unavailable' as const,
      cause,
    }));
  }
}

/** What the users that are named hold now; they are read together, and stay as they are until the transaction ends. */
async function setsOf(
  connection: Connection,
  requests: readonly ChangeRequest[],
): Promise<Map<ObjectId, PermissionSet>> {
  const ids = [...new Set(requests.map(({ userId }) => userId))];
  const rows = await connection.query<SetRow>({ ...SETS, values: [ids] });
  return new Map(rows.map(({ id, permissions }) => [id, permissionSetOf(permissions)]));
}

async function takesLastAdmin(
  admins: AdminSearch,
  userId: ObjectId,
  { before, after }: PermissionChange,
  keepAdmin: IsAdmin | undefined,
): Promise<boolean> {
  if (!keepAdmin?.(before) || keepAdmin(after)) return false;
  return !(await admins.findsBeside(userId, keepAdmin));
}

function theSet(
  userId: ObjectId,
  [row]: readonly Pick<SetRow, 'permissions'>[],
): Result<PermissionSet, UserNotFound> {
  return row ? ok(permissionSetOf(row.permissions)) : err({ type: 'user-not-found', user: userId });
}
