import {
  type ActorRefused,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  type Clock,
  type ExternalIdentity,
  err,
  errAsync,
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
  identityKey,
  isAboutPerson,
  isIdentityChange,
  judgeChanges,
  mayTakeAdmin,
  type RecordedChange,
  recordChanges,
  rejecting,
  type UserState,
  withEntries,
} from '@ops-admin/core/adapter';
import type { Chain, ChangingWork } from './grouped-work.js';
import type { SqlDatabase } from './sql-database.js';
import { StoreTime } from './store-time.js';
import { stringsOf } from './stored-record.js';
import { keptUserColumns, keptUserOf, newSalt, permissionSetOf, type StoredKeptUser } from './stored-user.js';
import {
  JOIN_TRAIL,
  TRAIL_COLUMNS,
  type TrailRow,
  TrailTables,
  TrailWriter,
  trailsIn,
} from './trail-writer.js';
import { erasedAmong, findsAdminBeside, ownersOf } from './user-lookups.js';
import { UserWriter } from './user-writer.js';
import { all, chunks, pause, type Work } from './work.js';

interface StateRow extends TrailRow {
  readonly permissions: string;
  readonly ends: string | null;
  /** The time of the database, in milliseconds; null where it is not asked for. */
  readonly now: number | null;
  readonly active: number;
  /** What the newest entry took all of, in JSON. */
  readonly took: string | null;
  readonly email: string | null;
  readonly name: string;
}

const statesAt = (now: string) => `
  select u.id, u.permissions, u.ends, u.name, u.active, ${now} as now, ${TRAIL_COLUMNS},
    case when e.action = 'remove' then e.members end as took,
    (select email from user_emails m where m.user_id = u.id order by m.position limit 1) as email
  from users u ${JOIN_TRAIL}`;

/** How many users one statement reads: each can hold much. */
const USERS_AT_ONCE = 200;

interface Call {
  readonly requests: readonly ChangeRequest[];
  readonly options: ChangeOptions;
}

type Outcomes = Result<readonly ChangeOutcome[], ActorRefused>;

/** The outcomes of the first calls, and the users before them. */
interface Judged {
  readonly results: readonly Outcomes[];
  readonly rows: readonly StateRow[];
  /** Those whose entries need them. */
  readonly people: ReadonlyMap<ObjectId, KeptUser>;
}

/** Permissions in a SQL database, each call in one transaction with its audit entries. */
export class SqlPermissionStore implements PermissionStore {
  readonly #database: SqlDatabase;
  readonly #signer: TrailSigner | undefined;
  readonly #time: StoreTime;
  readonly #users: UserWriter;
  readonly #trail: TrailTables;
  readonly #set: string;
  readonly #statesOfTwo: string;
  readonly #statesOfMany: string;
  readonly #keptUsers: string;

  /** Without a signer it is only for dry runs; without a clock, time is judged by that of the database. */
  constructor(database: SqlDatabase, signer: TrailSigner | undefined, clock?: Clock) {
    this.#database = database;
    this.#signer = signer;
    this.#time = new StoreTime(database.dialect, clock);
    this.#users = new UserWriter(database.dialect);
    this.#trail = new TrailTables(database.dialect);
    const { dialect } = database;
    this.#keptUsers = `select ${keptUserColumns(dialect)} from users u where ${dialect.isAmong('u.id', 'text')}`;
    this.#set = `select permissions, ends, ${this.#time.column} as now from users where id = ? and active = 1`;
    const states = statesAt(this.#time.column);
    this.#statesOfTwo = `${states} where u.id in (?, ?)`;
    this.#statesOfMany = `${states} where ${dialect.isAmong('u.id', 'text')}`;
  }

  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable> {
    return rejecting(() => {
      checkText(userId, 'userId');
      const notFound: UserNotFound = { type: 'user-not-found', user: userId };
      if (!this.#database.dialect.canBeText(userId)) return errAsync(notFound);
      const moment = this.#time.begin();
      return this.#database.query<
        Pick<StateRow, 'ends' | 'now' | 'permissions'>,
        PermissionSet,
        UserNotFound
      >({ text: this.#set, values: [userId] }, ([row]) =>
        row ? ok(permissionSetOf(row).at(moment.of(row))) : err(notFound),
      );
    });
  }

  change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused | StoreUnavailable> {
    return rejecting(() => {
      if (options.dryRun) {
        return this.#database.read(
          () => this.#foretell({ requests, options }),
          requests.length === 1 ? 'little' : 'many',
        );
      }
      const call: Call = { requests, options };
      const work: ChangingWork<readonly ChangeOutcome[], ActorRefused, Call> = { call, make: this.#make };
      return this.#database.write(work, requests.length === 1 ? 'little' : 'much');
    });
  }

  findExpired(limit: number): ResultAsync<readonly ObjectId[], StoreUnavailable> {
    return rejecting(() => {
      checkCount(limit, 'limit');
      const { sql, values } = this.#time.begin().hasEnded;
      const text = `select distinct user_id as "userId" from user_permissions where ${sql} order by user_id limit ?`;
      return this.#database.query<{ userId: ObjectId }, readonly ObjectId[]>(
        { text, values: [...values, limit] },
        (rows) => ok(rows.map(({ userId }) => userId)),
      );
    });
  }

  *#foretell(call: Call): Work<Outcomes> {
    return (yield* this.#judge([call])).results[0] as Outcomes;
  }

  /** The same function for all calls: it is what makes them of one kind. */
  readonly #make = (calls: readonly Call[], chain: Chain): Work<readonly Outcomes[]> =>
    this.#change(calls, chain);

  *#change(calls: readonly Call[], chain: Chain): Work<readonly Outcomes[]> {
    const signer = this.#signer;
    if (!signer) throw new Error('this store is only for dry runs');
    const { people: before, results, rows } = yield* this.#judge(calls);
    const trail = new TrailWriter(signer, chain, trailsIn(rows));
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
    const isThere = (id: ObjectId) => before.has(id);
    const users = [...written.values()].map((user) => {
      const permissions = trail.held.get(user.id)?.after ?? user.permissions;
      return { ...user, permissions, ends: permissions.ends };
    });
    yield* this.#users.write(users, isThere);
    const isNew = new Set([...written.keys()].filter((id) => !isThere(id)));
    yield* trail.write(this.#trail, this.#users, isNew);
    yield* this.#users.erase([...erased]);
    return results.map((result, n) => result.map((outcomes) => withEntries(outcomes, entries[n] ?? [])));
  }

  /** Who the users are whose entries need it: who they are is changed, or it is their first. */
  *#people(requests: readonly ChangeRequest[], rows: readonly StateRow[]): Work<Map<ObjectId, KeptUser>> {
    const isFirst = new Set(rows.filter(({ profile }) => profile === null).map(({ id }) => id));
    const ids = requests.flatMap(({ change, userId }) =>
      isAboutPerson(change) || isFirst.has(userId) ? [userId] : [],
    );
    const people = new Map<ObjectId, KeptUser>();
    for (const some of chunks([...new Set(ids)], USERS_AT_ONCE)) {
      for (const row of yield* all<StoredKeptUser>(this.#keptUsers, some)) {
        people.set(row.id, keptUserOf(row));
        yield* pause();
      }
    }
    return people;
  }

  /** Judges the first of these calls: those that need nothing of what another one leaves, see {@link independent}. */
  *#judge(calls: readonly Call[]): Work<Judged> {
    const some = [...independent(calls)];
    const requests = some.flatMap((call) => call.requests);
    const ids = some.flatMap(({ options: { actor } }) => actor?.userId ?? []);
    const rows = yield* this.#read([...new Set([...requests.map(({ userId }) => userId), ...ids])]);
    const now = this.#time.begin().of(rows[0]);
    const people = yield* this.#people(requests, rows);
    const states = new Map<ObjectId, UserState>();
    for (const row of rows) {
      states.set(row.id, stateOf(row, people.get(row.id)));
      yield* pause();
    }
    const { dialect } = this.#database;
    const of = { now, states, ownerOf: yield* ownersOf(dialect, identitiesIn(requests)) };
    const wasErased = yield* erasedAmong(
      dialect,
      requests.flatMap(({ change, userId }) => (change.action === 'create' ? [userId] : [])),
    );
    const results: Outcomes[] = [];
    for (const call of some) {
      const result = yield* this.#judgeOne(call, { ...of, wasErased }, results.length === 0);
      if (!result) break;
      results.push(result);
    }
    return { results, rows, people };
  }

  /** Gives nothing for what can take an admin, unless it is the first: an earlier call can take the other one. */
  *#judgeOne(
    { options, requests }: Call,
    {
      states,
      ...found
    }: Omit<ChangeContext, 'actor' | 'hasOtherAdmin' | 'users'> & {
      readonly states: ReadonlyMap<ObjectId, UserState>;
    },
    isFirst: boolean,
  ): Work<Outcomes | undefined> {
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
    const hasOtherAdmin = takesAdmin && (yield* findsAdminBeside(ids, adminPermission));
    return judgeChanges(requests, options, {
      ...found,
      users,
      actor: actor && states.get(actor.userId),
      hasOtherAdmin,
    });
  }

  /** Most calls name one user and the actor, for whom a list would take as long as the users. */
  *#read(ids: readonly ObjectId[]): Work<StateRow[]> {
    const [one = '', other = one] = ids;
    if (ids.length <= 2) return yield* all<StateRow>(this.#statesOfTwo, one, other);
    const rows: StateRow[] = [];
    for (const some of chunks(ids, USERS_AT_ONCE))
      rows.push(...(yield* all<StateRow>(this.#statesOfMany, some)));
    return rows;
  }
}

/** The first of these calls, up to one that names a user or an identity, or has an actor, whom an earlier one changes. */
function* independent(calls: readonly Call[]): Generator<Call, void> {
  const changed = new Set<string>();
  for (const call of calls) {
    const { options, requests } = call;
    const named = [...requests.map(({ userId }) => userId), ...identitiesIn(requests).map(identityKey)];
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
  { active, email, name, newestEntryId, took, ...set }: StateRow,
  person: KeptUser | undefined,
): UserState {
  const { salt: _, ...user } = person ?? {};
  return {
    email: email ?? undefined,
    name,
    permissions: permissionSetOf(set),
    active: active === 1,
    newestEntryId: newestEntryId ?? 0,
    newestTook: took === null ? [] : stringsOf(took),
    ...(person && { user: user as User }),
  };
}
