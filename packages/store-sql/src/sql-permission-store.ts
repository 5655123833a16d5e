import {
  type ActorRefused,
  type ChainEnd,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  type Clock,
  type ExternalIdentity,
  err,
  type KeptUser,
  type ObjectId,
  ok,
  type PermissionSet,
  type PermissionStore,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
  type TrailSigner,
  type User,
  type UserNotFound,
} from '@ops-admin/core';
import {
  type ChangeContext,
  checkCount,
  checkText,
  departmentsIn,
  emailsIn,
  foldKey,
  identityKey,
  isAboutPerson,
  isIdentityChange,
  judgeChanges,
  mayTakeAdmin,
  type RecordedChange,
  recordChanges,
  type UserState,
  withEntries,
} from '@ops-admin/core/adapter';
import { attempt } from './attempt.js';
import { chainEnd } from './chain-end.js';
import type { Dialect } from './dialect.js';
import { SharedTransactions } from './shared-transactions.js';
import type { Sql, Transaction } from './sql.js';
import type { SqlDatabase } from './sql-database.js';
import { StoreTime } from './store-time.js';
import { keptUserColumns, keptUserOf, newSalt, permissionSetOf, type StoredKeptUser } from './stored-user.js';
import {
  JOIN_TRAIL,
  profilesIn,
  TRAIL_COLUMNS,
  type TrailRow,
  TrailTables,
  TrailWriter,
} from './trail-writer.js';
import { departmentsAmong, emailOwnersOf, erasedAmong, findsAdminBeside, ownersOf } from './user-lookups.js';

interface StateRow extends TrailRow {
  /** See `Dialect.heldBy`. */
  readonly permissions: string | null;
  /** The time of the database, in milliseconds; null where it is not asked for. */
  readonly now: number | null;
  readonly active: number;
  readonly email: string | null;
  readonly name: string;
}

type SetRow = Pick<StateRow, 'now' | 'permissions'>;

const statesAt = ({ heldBy }: Dialect, now: string) => `
  select u.id, ${heldBy('u.id')} as permissions, u.name, u.active, ${now} as now, ${TRAIL_COLUMNS},
    (select email from user_emails m where m.user_id = u.id order by m.position limit 1) as email
  from users u ${JOIN_TRAIL}`;

/** How many users one statement reads: each can hold much. */
const USERS_AT_ONCE = 200;

interface Call {
  readonly requests: readonly ChangeRequest[];
  readonly options: ChangeOptions;
}

type Outcomes = Result<readonly ChangeOutcome[], ActorRefused>;

interface Judged {
  readonly results: readonly Outcomes[];
  readonly rows: readonly StateRow[];
  /** Those whose entries need them. */
  readonly people: ReadonlyMap<ObjectId, KeptUser>;
}

/** Permissions in a SQL database, each call in one transaction with its audit entries. */
export class SqlPermissionStore implements PermissionStore {
  readonly #database: SqlDatabase;
  readonly #shared: SharedTransactions<Call, readonly ChangeOutcome[], ActorRefused>;
  readonly #signer: TrailSigner | undefined;
  readonly #time: StoreTime;
  readonly #trail: TrailTables;
  readonly #set: string;
  readonly #statesOfTwo: string;
  readonly #statesOfMany: string;
  readonly #keptUsers: string;

  /** Without a signer it is only for dry runs; without a clock, time is judged by that of the database. */
  constructor(database: SqlDatabase, signer: TrailSigner | undefined, clock?: Clock) {
    this.#database = database;
    this.#shared = new SharedTransactions(database, (sql, calls) => this.#change(sql, calls));
    this.#signer = signer;
    this.#time = new StoreTime(database.dialect, clock);
    this.#trail = new TrailTables(database.dialect);
    const { dialect } = database;
    this.#keptUsers = `select ${keptUserColumns(dialect)} from users u where ${dialect.isAmong('u.id', 'text')}`;
    this.#set = `select ${dialect.heldBy('u.id')} as permissions, ${this.#time.column} as now from users u where u.id = ? and u.active = 1`;
    const states = statesAt(dialect, this.#time.column);
    this.#statesOfTwo = `${states} where u.id in (?, ?)`;
    this.#statesOfMany = `${states} where ${dialect.isAmong('u.id', 'text')}`;
  }

  /** How many changes wait for others. */
  waiting(): number {
    return this.#shared.waiting;
  }

  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable> {
    return attempt<PermissionSet, UserNotFound>(this.#database, async () => {
      checkText(userId, 'userId');
      const notFound: UserNotFound = { type: 'user-not-found', user: userId };
      if (!this.#database.dialect.canBeText(userId)) return err(notFound);
      const moment = this.#time.begin();
      const row = await this.#database.first<SetRow>(this.#set, userId);
      return row ? ok(permissionSetOf(row).at(moment.of(row))) : err(notFound);
    });
  }

  change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused | StoreUnavailable> {
    return attempt<readonly ChangeOutcome[], ActorRefused | StoreUnavailable>(this.#database, async () => {
      const call: Call = { requests, options };
      if (!options.dryRun) return this.#shared.add(call);
      const { results } = await this.#judge(this.#database, [call]);
      return results[0] as Outcomes;
    });
  }

  /** Does the same in an open transaction. Rejects with what the database throws. */
  async changeWithin(
    sql: Transaction,
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): Promise<Outcomes> {
    const call: Call = { requests, options };
    const [outcomes] = options.dryRun
      ? (await this.#judge(sql, [call])).results
      : await this.#change(sql, [call]);
    return outcomes as Outcomes;
  }

  findExpired(limit: number): ResultAsync<readonly ObjectId[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkCount(limit, 'limit');
      const { sql, values } = this.#time.begin().hasEnded;
      const text = `select distinct user_id as "userId" from user_permissions where ${sql} order by user_id limit ?`;
      const rows = await this.#database.search<{ userId: ObjectId }>(text, ...values, limit);
      return ok(rows.map(({ userId }) => userId));
    });
  }

  async #change(sql: Transaction, calls: readonly Call[]): Promise<readonly Outcomes[]> {
    const signer = this.#signer;
    if (!signer) throw new Error('this store is only for dry runs');
    const end = chainEnd(sql);
    const { people: before, results, rows } = await this.#judge(sql, calls, end);
    const trail = new TrailWriter(this.#trail, signer, await end, profilesIn(rows));
    const people = new Map(before);
    const written = new Map<ObjectId, KeptUser>();
    const erased = new Set<ObjectId>();
    const toRecord = results.map((result, n) => {
      const { options, requests } = calls[n] as Call;
      return result.map((outcomes) => recordChanges(requests, outcomes, options)).unwrapOr([]);
    });
    const last = toRecord.flat(2).at(-1);
    const record = (recorded: RecordedChange) => {
      const { made, request } = recorded;
      const { change, person, user, userId } = made;
      const before = people.get(userId);
      const after = user ? { ...user, salt: before?.salt ?? newSalt() } : before;
      if (after) people.set(userId, after);
      if (user && after) written.set(userId, after);
      if (person === 'erased') erased.add(userId);
      const profile = after && { ...(before && { before }), after };
      return trail.record(userId, change, request.draft, recorded === last, profile);
    };
    const entries = toRecord.map((ofCall) => ofCall.map((changes) => changes.map(record)));
    await trail.writeUsers(sql, [...written.values()], (id) => before.has(id), erased);
    return results.map((result, n) => result.map((outcomes) => withEntries(outcomes, entries[n] ?? [])));
  }

  /** Returns profiles for entries that need one: a changed profile, or the first entry of a user. */
  async #people(
    sql: Sql,
    requests: readonly ChangeRequest[],
    rows: readonly StateRow[],
  ): Promise<Map<ObjectId, KeptUser>> {
    const isFirst = new Set(rows.filter(({ profile }) => profile === null).map(({ id }) => id));
    const ids = requests.flatMap(({ change, userId }) =>
      isAboutPerson(change) || isFirst.has(userId) ? [userId] : [],
    );
    const kept = await sql.allOf<StoredKeptUser>(this.#keptUsers, [...new Set(ids)], USERS_AT_ONCE);
    return new Map(kept.map((row) => [row.id, keptUserOf(row)]));
  }

  /** Judges the first of these calls: those that do not depend on another one, see {@link independent}. */
  async #judge(sql: Sql, calls: readonly Call[], end?: Promise<ChainEnd>): Promise<Judged> {
    const some = [...independent(calls)];
    const requests = some.flatMap((call) => call.requests);
    const ids = some.flatMap(({ options: { actor } }) => actor?.userId ?? []);
    const rows = await this.#read(sql, [...new Set([...requests.map(({ userId }) => userId), ...ids])]);
    const now = this.#time.begin().of(rows[0]);
    const people = await this.#people(sql, requests, rows);
    const states = new Map(rows.map((row) => [row.id, stateOf(row, people.get(row.id))]));
    const { dialect } = this.#database;
    const hasAsOf = requests.some(({ asOf }) => asOf !== undefined);
    const of = {
      now,
      states,
      newestEntryId: hasAsOf ? (await (end ?? chainEnd(sql))).id : undefined,
      emailOwnerOf: await emailOwnersOf(sql, dialect, requests.flatMap(emailsIn)),
      hasDepartment: await departmentsAmong(sql, dialect, requests.flatMap(departmentsIn)),
      ownerOf: await ownersOf(sql, dialect, identitiesIn(requests)),
    };
    const wasErased = await erasedAmong(
      sql,
      dialect,
      requests.flatMap(({ change, userId }) => (change.action === 'create' ? [userId] : [])),
    );
    const results: Outcomes[] = [];
    for (const call of some) {
      const result = await this.#judgeOne(sql, call, { ...of, wasErased }, results.length === 0);
      if (!result) break;
      results.push(result);
    }
    return { results, rows, people };
  }

  /** Gives nothing for what can take an admin, unless it is the first: an earlier call can take the other one. */
  async #judgeOne(
    sql: Sql,
    { options, requests }: Call,
    {
      states,
      ...found
    }: Omit<ChangeContext, 'actor' | 'hasOtherAdmin' | 'users'> & {
      readonly states: ReadonlyMap<ObjectId, UserState>;
    },
    isFirst: boolean,
  ): Promise<Outcomes | undefined> {
    const { actor, adminPermission } = options;
    const ids = new Set(requests.map(({ userId }) => userId));
    const users = new Map(
      [...ids].flatMap((id) => {
        const state = states.get(id);
        return state ? [[id, state] as const] : [];
      }),
    );
    const takesAdmin = mayTakeAdmin(requests, users, options);
    if (takesAdmin && !isFirst) return undefined;
    const hasOtherAdmin = takesAdmin && (await findsAdminBeside(sql, ids, adminPermission));
    return judgeChanges(requests, options, {
      ...found,
      users,
      actor: actor && states.get(actor.userId),
      hasOtherAdmin,
    });
  }

  /** Most calls name one user and the actor, for whom a list would take as long as the users. */
  async #read(sql: Sql, ids: readonly ObjectId[]): Promise<StateRow[]> {
    const [one = '', other = one] = ids;
    if (ids.length <= 2) return await sql.all<StateRow>(this.#statesOfTwo, one, other);
    return sql.allOf<StateRow>(this.#statesOfMany, ids, USERS_AT_ONCE);
  }
}

/** The first of these calls, up to one that names a user, an e-mail or an identity, or has an actor, whom an earlier one changes. */
function* independent(calls: readonly Call[]): Generator<Call, void> {
  const changed = new Set<string>();
  for (const call of calls) {
    const { options, requests } = call;
    const named = [
      ...requests.map(({ userId }) => userId),
      ...requests.flatMap(emailsIn).map(foldKey),
      ...identitiesIn(requests).map(identityKey),
    ];
    if (changed.has(options.actor?.userId ?? '') || named.some((one) => changed.has(one))) return;
    yield call;
    for (const one of named) changed.add(one);
  }
}

function identitiesIn(requests: readonly ChangeRequest[]): readonly ExternalIdentity[] {
  return requests.flatMap(({ change }) => (isIdentityChange(change) ? [change.identity] : []));
}

/** A user as they are now; in a transaction that writes, they stay unchanged until it ends. */
function stateOf(
  { active, email, name, newestEntryId, ...set }: StateRow,
  person: KeptUser | undefined,
): UserState {
  const { salt: _, ...user } = person ?? {};
  return {
    email: email ?? undefined,
    name,
    permissions: permissionSetOf(set),
    active: active === 1,
    newestEntryId: newestEntryId ?? 0,
    ...(person && { user: user as User }),
  };
}
