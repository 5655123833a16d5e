import {
  type ExternalIdentity,
  type ObjectId,
  ok,
  type ResultAsync,
  type StoreUnavailable,
  type User,
  type UserDirectory,
  type UserPage,
  type UserSearch,
  type UserSummary,
} from '@ops-admin/core';
import {
  checkRange,
  checkText,
  checkTexts,
  type StoredUser,
  type StoredUserSummary,
  userOf,
  userSummaryOf,
} from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import type { Connections } from './connections.js';
import { PreparedStatements } from './prepared-statements.js';
import { SUMMARY_COLUMNS, USER_COLUMNS } from './user-columns.js';
import { prepareUserSearch } from './user-search.js';

/** Who has the e-mail at a place of a list. */
interface EmailOwner {
  readonly place: number;
  readonly userId: ObjectId;
}

const prepare = (database: Database.Database) => {
  const summaries = <Parameters extends unknown[]>(where: string) =>
    database.prepare<Parameters, StoredUserSummary>(
      `select ${SUMMARY_COLUMNS} from users u where ${where} order by u.id`,
    );
  const select = <Parameters extends unknown[]>(where: string) =>
    database.prepare<Parameters, StoredUser>(`select ${USER_COLUMNS} from users u ${where} order by u.id`);
  return {
    all: select<[]>(''),
    byId: select<[string]>('where u.id = ?'),
    summaryById: summaries<[string]>('u.id = ?'),
    summaries: summaries<[string]>('u.id in (select value from json_each(?))'),
    byEmail: select<[string]>('where u.id in (select user_id from user_emails where email = ?)'),
    idsByEmail: database.prepare<[string], EmailOwner>(`
      select distinct item.key as place, e.user_id as userId
      from json_each(?) item cross join user_emails e on e.email = item.value order by place, userId`),
    byIdentity: select<[string, string]>(
      'where u.id = (select user_id from user_identities where issuer = ? and subject = ?)',
    ),
    search: prepareUserSearch(database),
  };
};

/** Users in SQLite. */
export class SqliteUserDirectory implements UserDirectory {
  readonly #statements: PreparedStatements<ReturnType<typeof prepare>>;

  constructor(connections: Connections) {
    this.#statements = new PreparedStatements(connections, prepare);
  }

  list(): ResultAsync<readonly User[], StoreUnavailable> {
    return this.#statements.read(({ all }) => ok(all.all().map(userOf)));
  }

  search(search: UserSearch): ResultAsync<UserPage, StoreUnavailable> {
    return this.#statements.read((statements) => {
      checkRange(search);
      return ok(statements.search(search));
    });
  }

  find(userId: ObjectId): ResultAsync<User | undefined, StoreUnavailable> {
    return this.#statements.read(({ byId }) => {
      checkText(userId, 'userId');
      return ok(optional(byId.get(userId)));
    });
  }

  summaries(userIds: readonly ObjectId[]): ResultAsync<readonly UserSummary[], StoreUnavailable> {
    return this.#statements.read(({ summaries, summaryById }) => {
      checkTexts(userIds, 'userIds');
      // A session asks for one, and reading a list of ids takes SQLite as long as the user.
      const [only] = userIds;
      const rows =
        only !== undefined && userIds.length === 1
          ? summaryById.all(only)
          : summaries.all(JSON.stringify(userIds));
      return ok(rows.map(userSummaryOf));
    });
  }

  findByEmail(email: string): ResultAsync<readonly User[], StoreUnavailable> {
    return this.#statements.read(({ byEmail }) => {
      checkText(email, 'email');
      return ok(byEmail.all(email).map(userOf));
    });
  }

  idsByEmail(emails: readonly string[]): ResultAsync<readonly (readonly ObjectId[])[], StoreUnavailable> {
    return this.#statements.read(({ idsByEmail }) => {
      checkTexts(emails, 'emails');
      const owners: ObjectId[][] = emails.map(() => []);
      for (const { place, userId } of idsByEmail.iterate(JSON.stringify(emails))) owners[place]?.push(userId);
      return ok(owners);
    });
  }

  findByIdentity(identity: ExternalIdentity): ResultAsync<User | undefined, StoreUnavailable> {
    return this.#statements.read(({ byIdentity }) => {
      const { issuer, subject } = identity;
      checkText(issuer, 'issuer');
      checkText(subject, 'subject');
      return ok(optional(byIdentity.get(issuer, subject)));
    });
  }
}

function optional(row: StoredUser | undefined): User | undefined {
  return row && userOf(row);
}
