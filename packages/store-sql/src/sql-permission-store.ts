import {
  type ActorRefused,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  type Clock,
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
  asLeftByEarlier,
  checkCount,
  checkText,
  isAboutPerson,
  isIdentityChange,
  judgeInSteps,
  mayTakeAdmin,
  recordChanges,
  rejecting,
  type UserState,
} from '@ops-admin/core/adapter';
import type { Chain } from './grouped-work.js';
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

/** What more requests would do is read apart. */
const MANY_REQUESTS = 1_000;

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

/** The outcomes of requests, and the users before them. */
interface Judged {
  readonly outcomes: readonly ChangeOutcome[];
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
        const some = requests.length === 1 ? 'little' : 'much';
        return this.#database
          .read(
            () => this.#judge(requests, options),
            requests.length > MANY_REQUESTS ? { allOf: 'users' } : some,
          )
          .map(({ outcomes }) => outcomes);
      }
      const signer = this.#signer;
      if (!signer) throw new Error('this store is only for dry runs');
      return this.#database.write(
        (chain, isLast) => this.#change(requests, options, signer, chain, isLast),
        requests.length === 1 ? 'little' : 'much',
      );
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

  *#change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
    signer: TrailSigner,
    chain: Chain,
    signs: boolean,
  ): Work<Result<readonly ChangeOutcome[], ActorRefused>> {
    const judged = yield* this.#judge(requests, options);
    if (judged.isErr()) return err(judged.error);
    const { rows, ...read } = judged.value;
    const trail = new TrailWriter(signer, chain, trailsIn(rows));
    const people = new Map(read.people);
    const written = new Map<ObjectId, KeptUser>();
    const erased = new Set<ObjectId>();
    const outcomes = recordChanges(requests, read.outcomes, options, (request, made, isLast) => {
      const { change, person, user, userId } = made;
      const before = people.get(userId);
      const after = user ? { ...user, salt: before?.salt ?? newSalt() } : before;
      if (after) people.set(userId, after);
      if (user && after) written.set(userId, after);
      if (person === 'erased') erased.add(userId);
      const profile = after && { ...(before && { before }), after };
      return trail.record(userId, change, request.draft, signs && isLast, profile);
    });
    const isThere = (id: ObjectId) => read.people.has(id);
    const users = [...written.values()].map((user) => {
      const permissions = trail.held.get(user.id)?.after ?? user.permissions;
      return { ...user, permissions, ends: permissions.ends };
    });
    yield* this.#users.write(users, isThere);
    const isNew = new Set([...written.keys()].filter((id) => !isThere(id)));
    yield* trail.write(this.#trail, this.#users, isNew);
    yield* this.#users.erase([...erased]);
    return ok(outcomes);
  }

  /** Who the users are whose entries need it: who they are is changed, or it is their first. */
  *#people(requests: readonly ChangeRequest[], rows: readonly StateRow[]): Work<Map<ObjectId, KeptUser>> {
    const isFirst = new Set(rows.filter(({ profile }) => profile === null).map(({ id }) => id));
    const ids = requests.flatMap(({ change, userId }) =>
      isAboutPerson(change) || isFirst.has(userId) ? [userId] : [],
    );
    const people = new Map<ObjectId, KeptUser>();
    for (const some of chunks([...new Set(ids)])) {
      for (const row of yield* all<StoredKeptUser>(this.#keptUsers, some))
        people.set(row.id, keptUserOf(row));
    }
    return people;
  }

  *#judge(requests: readonly ChangeRequest[], options: ChangeOptions): Work<Result<Judged, ActorRefused>> {
    const { actor, adminPermission, earlier } = options;
    const ids = new Set(requests.map(({ userId }) => userId));
    const rows = yield* this.#read(actor ? [...ids, actor.userId] : [...ids]);
    const now = this.#time.begin().of(rows[0]);
    const people = yield* this.#people(requests, rows);
    const states = new Map<ObjectId, UserState>();
    for (const some of chunks(rows)) {
      if (states.size > 0) yield* pause();
      for (const row of some) states.set(row.id, stateOf(row, people.get(row.id)));
    }
    const named = new Map([...states].filter(([id]) => ids.has(id)));
    const users = asLeftByEarlier(named, options);
    const identities = requests.flatMap(({ change }) => (isIdentityChange(change) ? [change.identity] : []));
    const hasOtherAdmin =
      mayTakeAdmin(requests, users, options) &&
      (earlier?.hasAdminBeside(users) ||
        (yield* findsAdminBeside(earlier?.withFormerAdmins(ids) ?? ids, adminPermission)));
    const judging = judgeInSteps(requests, options, {
      users,
      actor: actor && states.get(actor.userId),
      hasOtherAdmin,
      ownerOf: yield* ownersOf(this.#database.dialect, identities),
      wasErased: yield* erasedAmong(
        this.#database.dialect,
        requests.flatMap(({ change, userId }) => (change.action === 'create' ? [userId] : [])),
      ),
      now,
    });
    let step = judging.next();
    while (!step.done) {
      yield* pause();
      step = judging.next();
    }
    return step.value.map((outcomes) => ({ outcomes, rows, people }));
  }

  /** Most calls name one user and the actor, for whom a list would take as long as the users. */
  *#read(ids: readonly ObjectId[]): Work<StateRow[]> {
    const [one = '', other = one] = ids;
    if (ids.length <= 2) return yield* all<StateRow>(this.#statesOfTwo, one, other);
    const rows: StateRow[] = [];
    for (const some of chunks(ids)) rows.push(...(yield* all<StateRow>(this.#statesOfMany, some)));
    return rows;
  }
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
