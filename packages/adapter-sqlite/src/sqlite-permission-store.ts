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
  type Permission,
  type PermissionSet,
  type PermissionStore,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
  type UserNotFound,
} from '@ops-admin/core';
import {
  asLeftByEarlier,
  checkText,
  isIdentityChange,
  judgeChanges,
  mayTakeAdmin,
  permissionSetOf,
  recordChanges,
  type UserState,
} from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { assertWritten } from './audit-table.js';
import type { Connections } from './connections.js';
import { GroupedWrites } from './grouped-writes.js';
import { PreparedStatements } from './prepared-statements.js';
import { prepareTrail } from './trail-writer.js';

interface UserSetRow {
  readonly id: ObjectId;
  readonly permissions: string;
}

interface UserStateRow {
  readonly email: string | null;
  readonly permissions: string;
}

/** A call of {@link SqlitePermissionStore.change}. */
interface ChangeCall {
  readonly requests: readonly ChangeRequest[];
  readonly options: ChangeOptions;
}

type Judged = Result<readonly ChangeOutcome[], ActorRefused>;

function prepare(database: Database.Database, sealer: AuditSealer | undefined) {
  const select = (where: string) =>
    database.prepare<[string], UserSetRow>(
      `select id, permissions from users where ${where} and permissions <> '[]' order by id`,
    );
  return {
    database,
    permissions: database.prepare<[string], string>('select permissions from users where id = ?').pluck(),
    state: database.prepare<[string], UserStateRow>(`
      select permissions,
        (select email from user_emails e where e.user_id = u.id order by e.position limit 1) as email
      from users u where id = ?`),
    newestEntry: database
      .prepare<[string], number | null>('select max(id) from audit_entries where user_id = ?')
      .pluck(),
    after: select('id >= ?'),
    before: select('id < ?'),
    ownerOf: database
      .prepare<[string, string], ObjectId>(
        'select user_id from user_identities where issuer = ? and subject = ?',
      )
      .pluck(),
    link: database.prepare<[object]>(`
      insert into user_identities (issuer, subject, user_id, position)
      select :issuer, :subject, :userId, coalesce(max(position) + 1, 0)
      from user_identities where user_id = :userId`),
    unlink: database.prepare<[object]>(
      'delete from user_identities where issuer = :issuer and subject = :subject and user_id = :userId',
    ),
    beginTrail: sealer && prepareTrail(database, sealer),
  };
}
type Statements = ReturnType<typeof prepare>;

/** Permissions in SQLite, each call in one transaction with its audit entries; calls made at once share it. */
export class SqlitePermissionStore implements PermissionStore {
  readonly #clock: Clock;
  readonly #statements: PreparedStatements<Statements>;
  readonly #changes: GroupedWrites<Statements, ChangeCall, readonly ChangeOutcome[], ActorRefused>;
  /** The last found admin, where the next search begins: a run that removes many must not search past all of them. */
  #lastAdmin = '';

  /** Without a sealer it is only for dry runs. */
  constructor(connections: Connections, sealer: AuditSealer | undefined, clock: Clock = () => new Date()) {
    this.#clock = clock;
    this.#statements = new PreparedStatements(connections, (database) => prepare(database, sealer));
    this.#changes = new GroupedWrites(this.#statements, (statements) => {
      const trail = statements.beginTrail?.();
      if (!trail) throw new Error('this store is only for dry runs');
      const now = this.#clock();
      return (call) =>
        this.#judge(statements, call, now).map((outcomes) =>
          recordChanges(call.requests, outcomes, call.options, ({ change, draft, userId }, made) => {
            if (isIdentityChange(change)) {
              assertWritten(statements[change.action].run({ ...change.identity, userId }));
            }
            return trail.record(userId, made.change, draft);
          }),
        );
    });
  }

  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable> {
    return this.#statements.read((statements) => {
      checkText(userId, 'userId');
      const set = setOf(statements, userId);
      return set ? ok(set) : err({ type: 'user-not-found', user: userId });
    });
  }

  change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused | StoreUnavailable> {
    const call = { requests, options };
    if (!options?.dryRun) return this.#changes.add(call);
    return this.#statements.read((statements) =>
      statements.database.transaction(() => this.#judge(statements, call, this.#clock()))(),
    );
  }

  #judge(statements: Statements, { requests, options }: ChangeCall, now: Date): Judged {
    const users = asLeftByEarlier(statesOf(statements, requests), options);
    return judgeChanges(requests, options, {
      users,
      actor: options.actor && setOf(statements, options.actor.userId),
      hasOtherAdmin:
        mayTakeAdmin(requests, users, options) &&
        (options.earlier?.hasAdminBeside(users) ||
          this.#hasAdminBeside(
            statements,
            options.earlier?.withFormerAdmins(users.keys()) ?? users,
            options.adminPermission,
          )),
      ownerOf: ({ issuer, subject }) => statements.ownerOf.get(issuer, subject),
      now,
    });
  }

  /** Reads users one by one, and seldom more than a few. */
  #hasAdminBeside(
    { after, before }: Statements,
    users: { has(userId: ObjectId): boolean },
    adminPermission: Permission,
  ): boolean {
    const start = this.#lastAdmin;
    for (const search of [after, before]) {
      for (const { id, permissions } of search.iterate(start)) {
        if (users.has(id) || !permissionSetOf(permissions).grants(adminPermission)) continue;
        this.#lastAdmin = id;
        return true;
      }
    }
    return false;
  }
}

function setOf({ permissions }: Statements, userId: ObjectId): PermissionSet | undefined {
  const json = permissions.get(userId);
  return json === undefined ? undefined : permissionSetOf(json);
}

function statesOf(
  { newestEntry, state }: Statements,
  requests: readonly ChangeRequest[],
): ReadonlyMap<ObjectId, UserState> {
  const states = new Map<ObjectId, UserState>();
  for (const { ifNewestEntryIs, userId } of requests) {
    const known = states.get(userId);
    if (known && (ifNewestEntryIs === undefined || known.newestEntryId !== undefined)) continue;
    const row = state.get(userId);
    if (!row) continue;
    states.set(userId, {
      email: row.email ?? undefined,
      permissions: permissionSetOf(row.permissions),
      ...(ifNewestEntryIs !== undefined && { newestEntryId: newestEntry.get(userId) ?? 0 }),
    });
  }
  return states;
}
