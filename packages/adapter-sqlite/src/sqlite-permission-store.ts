import {
  type ActorRefused,
  type AuditSealer,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  type Clock,
  err,
  isWritten,
  judgeChanges,
  mayTakeAdmin,
  type ObjectId,
  ok,
  type Permission,
  type PermissionSet,
  type PermissionStore,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
  type UserNotFound,
  type UserState,
} from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { attempt } from './attempt.js';
import { prepareTrail, type RecordChange } from './audit-table.js';
import { GroupedWrites } from './grouped-writes.js';
import { permissionSetOf } from './user-row.js';

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

/** Permissions in SQLite, each call in one transaction with its audit entries; calls made at once share it. */
export class SqlitePermissionStore implements PermissionStore {
  readonly #clock: Clock;
  readonly #permissions: Database.Statement<[string], string>;
  readonly #state: Database.Statement<[string], UserStateRow>;
  readonly #newestEntry: Database.Statement<[string], number | null>;
  readonly #after: Database.Statement<[string], UserSetRow>;
  readonly #before: Database.Statement<[string], UserSetRow>;
  readonly #changes: GroupedWrites<ChangeCall, readonly ChangeOutcome[], ActorRefused>;
  readonly #rehearse: (call: ChangeCall) => Judged;
  /** The admin found last, where the next search begins: a run that takes many must not search past all it took. */
  #lastAdmin = '';

  constructor(database: Database.Database, sealer: AuditSealer, clock: Clock = () => new Date()) {
    this.#clock = clock;
    this.#permissions = database
      .prepare<[string], string>('select permissions from users where id = ?')
      .pluck();
    this.#state = database.prepare(`
      select permissions,
        (select email from user_emails e where e.user_id = u.id order by e.position limit 1) as email
      from users u where id = ?`);
    this.#newestEntry = database
      .prepare<[string], number | null>('select max(id) from audit_entries where user_id = ?')
      .pluck();
    const select = (where: string) =>
      database.prepare<[string], UserSetRow>(
        `select id, permissions from users where ${where} and permissions <> '[]' order by id`,
      );
    this.#after = select('id >= ?');
    this.#before = select('id < ?');
    const beginTrail = prepareTrail(database, sealer);
    this.#changes = new GroupedWrites(database, () => {
      const record = beginTrail();
      const now = this.#clock();
      return (call) => this.#judge(call, now).map((outcomes) => this.#write(call, outcomes, record));
    });
    this.#rehearse = database.transaction((call: ChangeCall) => this.#judge(call, this.#clock()));
  }

  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable> {
    return attempt(() => {
      const set = this.#setOf(userId);
      return set ? ok(set) : err({ type: 'user-not-found', user: userId });
    });
  }

  change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused | StoreUnavailable> {
    const call = { requests, options };
    return options.dryRun ? attempt(() => this.#rehearse(call)) : this.#changes.add(call);
  }

  #judge({ requests, options }: ChangeCall, now: Date): Judged {
    const users = this.#statesOf(requests);
    return judgeChanges(requests, options, {
      users,
      actor: options.actor && this.#setOf(options.actor.userId),
      hasOtherAdmin:
        mayTakeAdmin(requests, users, options) && this.#hasAdminBeside(users, options.adminPermission),
      now,
    });
  }

  #write(
    { requests, options }: ChangeCall,
    outcomes: readonly ChangeOutcome[],
    record: RecordChange,
  ): readonly ChangeOutcome[] {
    if (!isWritten(outcomes, options)) return outcomes;
    return outcomes.map((outcome, index) =>
      outcome.type === 'made'
        ? {
            ...outcome,
            entry: record(outcome.userId, outcome.change, (requests[index] as ChangeRequest).draft),
          }
        : outcome,
    );
  }

  #statesOf(requests: readonly ChangeRequest[]): ReadonlyMap<ObjectId, UserState> {
    const states = new Map<ObjectId, UserState>();
    for (const { ifNewestEntryIs, userId } of requests) {
      const known = states.get(userId);
      if (known && (ifNewestEntryIs === undefined || known.newestEntryId !== undefined)) continue;
      const row = this.#state.get(userId);
      if (!row) continue;
      states.set(userId, {
        email: row.email ?? undefined,
        permissions: permissionSetOf(row.permissions),
        ...(ifNewestEntryIs !== undefined && { newestEntryId: this.#newestEntry.get(userId) ?? 0 }),
      });
    }
    return states;
  }

  /** Reads users one by one, and seldom more than a few of them. */
  #hasAdminBeside(users: ReadonlyMap<ObjectId, UserState>, adminPermission: Permission): boolean {
    const start = this.#lastAdmin;
    for (const search of [this.#after, this.#before]) {
      for (const { id, permissions } of search.iterate(start)) {
        if (users.has(id) || !permissionSetOf(permissions).grants(adminPermission)) continue;
        this.#lastAdmin = id;
        return true;
      }
    }
    return false;
  }

  #setOf(userId: ObjectId): PermissionSet | undefined {
    const json = this.#permissions.get(userId);
    return json === undefined ? undefined : permissionSetOf(json);
  }
}
