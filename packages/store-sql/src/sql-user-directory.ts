import {
  type Clock,
  type GrantBlock,
  type GrantSearch,
  type ObjectId,
  ok,
  type RecordedUser,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
  USERS_PER_PAGE,
  type User,
  type UserDirectory,
  type UserFilter,
  type UserKey,
  type UserPage,
  type UserRights,
  type UserSearch,
  type UserSort,
  type UserSummary,
} from '@ops-admin/core';
import {
  canBeHeld,
  checkRange,
  checkText,
  checkTexts,
  checkUserKeys,
  foldKey,
  type HeldTerm,
  heldTermsOf,
  searchWordsOf,
  soughtIdOf,
} from '@ops-admin/core/adapter';
import { attempt, attemptEach } from './attempt.js';
import { type Condition, IS_WITHIN, isOfModule, NONE } from './condition.js';
import { type Dialect, rowsValue } from './dialect.js';
import { GrantReader } from './grant-reader.js';
import { holdersOf, holdersOfModule, stringsIn } from './permission-strings.js';
import { chunks, SHORT_LIST, type Sql, type Statement, type Value } from './sql.js';
import type { SqlDatabase } from './sql-database.js';
import { type Moment, StoreTime } from './store-time.js';
import {
  permissionSetOf,
  type StoredUser,
  type StoredUserSummary,
  summaryColumns,
  userColumns,
  userOf,
  userSummaryOf,
} from './stored-user.js';
import type { EmailRow } from './tables.js';

/** `id` is `null`, like everything except the total, if the page is empty. */
type PageRow = { readonly total: number } & (UserRow | { readonly id: null });

/** The time of the database, in milliseconds; null where another is judged by. */
type UserRow = StoredUser & { readonly now: number | null };

type RecordedRow = UserRow & { readonly newestEntry: number | null };

/** The columns that order users, the direction, and their table: `user_keys`, by default. */
interface Sort {
  readonly keys: readonly string[];
  readonly direction?: 'desc';
  readonly from?: string;
}

const WITH_DEPARTMENTS = `(
  select k.*, coalesce(lower(d.name), u.department_id, '') as department_key,
    coalesce(u.department_id, '') as department_id
  from user_keys k join users u on u.id = k.user_id left join departments d on d.id = u.department_id
) with_keys`;

const SORTS: Readonly<Record<UserSort, Sort>> = {
  name: { keys: ['name_key'] },
  '-name': { keys: ['name_key'], direction: 'desc' },
  email: { keys: ['email_key'] },
  '-email': { keys: ['email_key'], direction: 'desc' },
  department: { keys: ['department_key', 'department_id', 'name_key'], from: WITH_DEPARTMENTS },
};

const INACTIVE = 'in (select id from users where active = 0)';

/** The statements, made once: finding the prepared statement of a newly assembled text takes longer. */
function textsFor(dialect: Dialect, now: string) {
  const columns = `${userColumns(dialect)}, ${now} as now`;
  const users = (where: string) => `select ${columns} from users u ${where} order by u.id`;
  const page = (total: string, found: string, { direction, keys }: Sort) => {
    const positions = [...keys, 'user_id'];
    const order = (table: string) => positions.map((one) => `${table}${one} ${direction ?? ''}`).join(', ');
    return `
      select ${total} as total, ${columns}
      from (select 1 as one) one
      left join (
        select ${positions.join(', ')} from ${found} order by ${order('')} ${dialect.limit}
      ) page on one.one = 1
      ${dialect.joinOne('users', 'u', 'page.user_id')}
      order by ${order('page.')}`;
  };
  const everyone = (sort: UserSort) =>
    page("(select total from counters where name = 'users')", SORTS[sort].from ?? 'user_keys', SORTS[sort]);
  const rights = (from: string, ...key: string[]) =>
    `select u.id, ${dialect.heldBy('u.id')} as permissions, u.active, ${now} as now${key.map((part, n) => `, ${part} as key${n}`).join('')} from ${from}`;
  return {
    all: users(''),
    byId: users('where u.id = ?'),
    recorded: `
      select ${columns}, (select max(id) from audit_entries where user_id = u.id) as "newestEntry"
      from users u where u.id = ?`,
    summaries: `
      select ${summaryColumns(dialect)} from users u where ${dialect.isAmong('u.id', 'text')} order by u.id`,
    rights: {
      ofId: rights(`users u where u.id = ?`),
      ofEmail: rights('users u where u.id = (select user_id from user_emails where email_key = ?)'),
      ofIdentity: rights(
        'users u where u.id = (select user_id from user_identities where issuer = ? and subject = ?)',
      ),
      ofMany: `
        ${rights(`users u where ${dialect.isAmong('u.id', 'text')}`, "'ofId'", 'u.id', 'null')}
        union all
        ${rights(
          `user_emails m join users u on u.id = m.user_id where ${dialect.isAmong('m.email_key', 'text')}`,
          "'ofEmail'",
          'm.email_key',
          'null',
        )}
        union all
        ${rights(
          `${dialect.rowsOf({ issuer: 'text', subject: 'text' })} r
          join user_identities i on i.issuer = r.issuer and i.subject = r.subject
          join users u on u.id = i.user_id`,
          "'ofIdentity'",
          'i.issuer',
          'i.subject',
        )}`,
    },
    idsByEmail: `
      select email_key as "emailKey", user_id as "userId" from user_emails
      where ${dialect.isAmong('email_key', 'text')}`,
    everyone: {
      name: everyone('name'),
      '-name': everyone('-name'),
      email: everyone('email'),
      '-email': everyone('-email'),
      department: everyone('department'),
    },
    /** Finds the users once, to count them and for the page; not more than `most` of them. */
    found: (conditions: readonly string[], sort: UserSort, most?: number) => {
      const { from = 'user_keys', keys } = SORTS[sort];
      return `
        with found as materialized (
          select user_id, ${keys.join(', ')} from ${from} where ${conditions.join(' and ')}
          ${most === undefined ? '' : `limit ${most}`}
        )
        ${page('(select count(*) from found)', 'found', SORTS[sort])}`;
    },
    /** Counts the users, and looks through all in their order until the page is full: many are found soon. */
    among: (total: string, conditions: readonly string[], sort: UserSort) =>
      page(`(${total})`, `user_keys where ${conditions.join(' and ')}`, SORTS[sort]),
  };
}

/** The access of a user, with the key that found them if a query has several. */
interface RightsRow extends Pick<StoredUser, 'active' | 'id' | 'permissions'> {
  readonly now: number | null;
  readonly key0?: KeyParts[0];
  /** An id, the key of an e-mail, or the issuer of an identity. */
  readonly key1?: string;
  /** The subject of an identity. */
  readonly key2?: string | null;
}

/** So many matching users are counted, kept and sorted together; more are only counted, and a page near the beginning is soon full. */
const FEW_USERS = 1000;

/** How many values a search has at most for which a server keeps the plan. */
const VALUES_PLANNED_ONCE = 10;

const STRINGS_PER_STATEMENT = 50;
/** With more holders, a list of all of them takes longer than looking at users in their order. */
const MANY_HOLDERS = 10_000;

export class SqlUserDirectory implements UserDirectory {
  readonly #database: SqlDatabase;
  readonly #time: StoreTime;
  readonly #texts: ReturnType<typeof textsFor>;

  /** Without a clock, time is judged by that of the database. */
  constructor(database: SqlDatabase, clock?: Clock) {
    this.#database = database;
    this.#time = new StoreTime(database.dialect, clock);
    this.#texts = textsFor(database.dialect, this.#time.column);
  }

  list(): ResultAsync<readonly User[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      const moment = this.#time.begin();
      const rows = await this.#database.search<UserRow>(this.#texts.all);
      return ok(rows.map((row) => userAt(row, moment)));
    });
  }

  search(search: UserSearch): ResultAsync<UserPage, StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkRange(search);
      const { grants, holds, search: text, sort } = search;
      if (text !== undefined && !this.#database.dialect.canBeText(text)) return ok({ total: 0, users: [] });
      const moment = this.#time.begin();
      const [term] = holds === undefined ? [] : heldTermsOf({ holds });
      if (term === undefined || 'module' in term || grants !== undefined || sort === 'department')
        return ok(await this.#found(search, moment));
      const isMany = await this.#isHeldByMany(term, moment);
      return ok(await this.#found(search, moment, isMany ? term : undefined));
    });
  }

  async #isHeldByMany(term: HeldTerm, moment: Moment): Promise<boolean> {
    const { sql, values } = holdersBy(term, moment);
    const text = `select count(*) as total from (select 1 as one ${sql} limit ${MANY_HOLDERS + 1}) holders`;
    const row = await this.#database.first<{ readonly total: number }>(text, ...values);
    return row !== undefined && row.total > MANY_HOLDERS;
  }

  /** A string that `many` users hold is looked up in each user, because a list of all holders takes longer. */
  async #found(
    { end = Infinity, sort = 'name', start, ...filter }: UserSearch,
    moment: Moment,
    many?: HeldTerm,
  ): Promise<UserPage> {
    const page = [end === Infinity ? this.#database.dialect.noLimit : Math.max(0, end - start), start];
    const { conditions, values } = conditionsOf(this.#database.dialect, filter, moment, many !== undefined);
    const isLarge = end - start > USERS_PER_PAGE;
    const texts = this.#texts;
    // Nearly all or nearly nobody can hold a permission, which decides where to begin. A text with many values is seldom used again.
    const isPlannedAnew =
      filter.holds !== undefined || filter.grants !== undefined || values.length > VALUES_PLANNED_ONCE;
    const found = (most?: number): Statement =>
      conditions.length === 0
        ? { text: texts.everyone[sort], values: page, isSearch: end > SHORT_LIST }
        : {
            text: texts.found(conditions, sort, most),
            values: [...values, ...page],
            isSearch: true,
            isPlannedAnew,
          };
    const read = async (statement: Statement): Promise<UserPage> => {
      const ask = (sql: Sql) => sql.query<PageRow>(statement);
      const rows = isLarge ? await this.#database.readAlone(ask) : await ask(this.#database);
      return {
        total: rows[0]?.total ?? 0,
        users: rows.flatMap((row) => (row.id === null ? [] : [userAt(row, moment)])),
      };
    };
    const among = (counted: string) =>
      read({
        text: texts.among(`select count(*) ${counted}`, conditions, sort),
        values: [...values, ...values, ...page],
        isSearch: true,
        isPlannedAnew,
      });
    if (many && conditions.length === 1) return among(holdersBy(many, moment).sql);
    const isSorted = conditions.length > 0 && sort !== 'department' && filter.grants === undefined;
    if (isLarge || !isSorted || start > FEW_USERS) return read(found());
    const some = await read(found(FEW_USERS + 1));
    return some.total > FEW_USERS ? among(`from user_keys where ${conditions.join(' and ')}`) : some;
  }

  find(userId: ObjectId): ResultAsync<User | undefined, StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkText(userId, 'userId');
      if (!this.#database.dialect.canBeText(userId)) return ok(undefined);
      const moment = this.#time.begin();
      const row = await this.#database.first<UserRow>(this.#texts.byId, userId);
      return ok(row && userAt(row, moment));
    });
  }

  findRecorded(userId: ObjectId): ResultAsync<RecordedUser | undefined, StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkText(userId, 'userId');
      if (!this.#database.dialect.canBeText(userId)) return ok(undefined);
      const moment = this.#time.begin();
      const row = await this.#database.first<RecordedRow>(this.#texts.recorded, userId);
      return ok(row && { user: userAt(row, moment), newestEntry: row.newestEntry ?? 0 });
    });
  }

  summaries(userIds: readonly ObjectId[]): ResultAsync<readonly UserSummary[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkTexts(userIds, 'userIds');
      const { dialect } = this.#database;
      const ids = userIds.filter((id) => dialect.canBeText(id));
      const rows = await this.#database.all<StoredUserSummary>(this.#texts.summaries, ids);
      return ok(rows.map(userSummaryOf));
    });
  }

  idsByEmail(emails: readonly string[]): ResultAsync<readonly (ObjectId | undefined)[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkTexts(emails, 'emails');
      const { dialect } = this.#database;
      const sought = new Set(emails.filter((email) => dialect.canBeText(email)).map(foldKey));
      const rows = await this.#database.all<EmailRow>(this.#texts.idsByEmail, [...sought]);
      const owners = new Map(rows.map(({ emailKey, userId }) => [emailKey, userId]));
      return ok(emails.map((email) => owners.get(foldKey(email))));
    });
  }

  heldPermissions(among?: readonly string[]): ResultAsync<readonly string[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      if (among !== undefined) checkTexts(among, 'among');
      const held = { table: 'user_permissions', where: this.#time.begin().isHeld } as const;
      return ok(await stringsIn(this.#database, this.#database.dialect, held, among));
    });
  }

  countHolders(permissions: readonly string[]): ResultAsync<readonly number[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkTexts(permissions, 'permissions');
      const moment = this.#time.begin();
      const found: number[] = [];
      for (const some of chunks(permissions, STRINGS_PER_STATEMENT))
        found.push(...(await holdersOf(this.#database, this.#database.dialect, moment, some)));
      return ok(found);
    });
  }

  countHoldersOfModules(modules: readonly string[]): ResultAsync<readonly number[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkTexts(modules, 'modules');
      const moment = this.#time.begin();
      const found: number[] = [];
      for (const module of modules) found.push(await holdersOfModule(this.#database, moment, module));
      return ok(found);
    });
  }

  rightsOf(keys: readonly UserKey[]): ResultAsync<readonly (UserRights | undefined)[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkUserKeys(keys);
      const { dialect } = this.#database;
      const places = keys.map(partsOf);
      const canBe = ([, ...parts]: KeyParts) => parts.every((part) => dialect.canBeText(part));
      const fit = places.filter(canBe);
      const [only] = fit;
      if (!only) return ok(keys.map(() => undefined));
      const { rights } = this.#texts;
      const moment = this.#time.begin();
      if (keys.length === 1) {
        const [kind, ...values] = only;
        return ok([rightsIn(await this.#database.first<RightsRow>(rights[kind], ...values), moment)]);
      }
      const of = (kind: KeyParts[0]) => fit.filter(([one]) => one === kind);
      const rows = await this.#database.all<RightsRow>(
        rights.ofMany,
        of('ofId').map(([, id]) => id),
        [...new Set(of('ofEmail').map(([, email]) => email))],
        rowsValue(of('ofIdentity').map(([, issuer, subject]) => ({ issuer, subject }))),
      );
      const found = new Map(rows.map((row) => [nameOf(row.key0, row.key1, row.key2), row]));
      const rightsAt = (place: KeyParts) => rightsIn(found.get(nameOf(...place)), moment);
      return ok(places.map((place) => (canBe(place) ? rightsAt(place) : undefined)));
    });
  }

  async *grants(search: GrantSearch): AsyncGenerator<Result<GrantBlock, StoreUnavailable>, void> {
    checkRange(search);
    const texts = [
      ...(search.modules ?? []),
      ...(search.userIds ?? []),
      search.after ?? '',
      search.department ?? '',
    ];
    checkTexts(texts, 'search');
    const { dialect } = this.#database;
    const userIds = search.userIds?.filter((id) => dialect.canBeText(id));
    const asked = { ...search, ...(userIds && { userIds }) };
    const reader = new GrantReader(dialect, this.#time);
    yield* attemptEach(this.#database, (sql) => reader.read(sql, asked));
  }
}

/** The conditions for users. `isOneByOne`: written for looking at them one after the other, and not for finding the few who fit. */
function conditionsOf(
  dialect: Dialect,
  filter: UserFilter,
  moment: Moment,
  isOneByOne = false,
): {
  readonly conditions: readonly string[];
  readonly values: readonly Value[];
} {
  const conditions: string[] = [];
  const values: Value[] = [];
  if (filter.search !== undefined) {
    const words = searchWordsOf(filter.search);
    const id = soughtIdOf(words);
    const isFound = dialect.contains('search_text');
    // In parts: a database can be limited in how deep a condition is.
    for (const some of chunks(words, 100)) {
      const hasAll = some.map(() => isFound).join(' and ');
      conditions.push(id === undefined ? `(${hasAll})` : `(${hasAll} or substr(user_id, 1, length(?)) = ?)`);
      values.push(...some, ...(id === undefined ? [] : [id, id]));
    }
  }
  if (filter.department !== undefined) {
    conditions.push(IS_WITHIN);
    values.push(filter.department);
  }
  if (filter.active !== undefined) conditions.push(`user_id ${filter.active ? 'not ' : ''}${INACTIVE}`);
  for (const term of heldTermsOf(filter)) {
    const held = holdersBy(term, moment);
    conditions.push(
      isOneByOne && 'permissions' in term
        ? `exists (select 1 ${held.sql} and user_permissions.user_id = user_keys.user_id)`
        : `user_id in (select user_id ${held.sql})`,
    );
    values.push(...held.values);
  }
  if (filter.grants !== undefined)
    conditions.push('exists (select 1 from users where id = user_id and active = 1)');
  return { conditions, values };
}

/** SQL for the rows of those who hold what a term names. */
function holdersBy(term: HeldTerm, { isHeld }: Moment): Condition {
  const held = 'module' in term ? isOfModule('permission', term.module) : isOneOf(term.permissions);
  return {
    sql: `from user_permissions where ${held.sql} and ${isHeld.sql}`,
    values: [...held.values, ...isHeld.values],
  };
}

function isOneOf(permissions: readonly string[]): Condition {
  const values = permissions.filter(canBeHeld);
  return values.length === 0 ? NONE : { sql: `permission in (${values.map(() => '?').join(', ')})`, values };
}

function userAt(row: UserRow, moment: Moment): User {
  const user = userOf(row);
  if (user.permissions.ends.size === 0) return user;
  const permissions = user.permissions.at(moment.of(row));
  return permissions === user.permissions ? user : { ...user, permissions };
}

/** The statement that finds a user by a key, and its values. */
type KeyParts =
  | readonly [kind: 'ofId' | 'ofEmail', value: string]
  | readonly [kind: 'ofIdentity', issuer: string, subject: string];

function partsOf(key: UserKey): KeyParts {
  if ('userId' in key) return ['ofId', key.userId];
  if ('email' in key) return ['ofEmail', foldKey(key.email)];
  return ['ofIdentity', key.identity.issuer, key.identity.subject];
}

function nameOf(...parts: readonly (string | null | undefined)[]): string {
  return JSON.stringify(parts.filter((part) => typeof part === 'string'));
}

function rightsIn(row: RightsRow | undefined, moment: Moment): UserRights | undefined {
  if (row?.active !== 1) return undefined;
  return { userId: row.id, permissions: permissionSetOf(row).at(moment.of(row)) };
}
