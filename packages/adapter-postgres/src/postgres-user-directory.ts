import {
  type ExternalIdentity,
  type ObjectId,
  okAsync,
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
  rejecting,
  type StoredUser,
  type StoredUserSummary,
  userOf,
  userSummaryOf,
} from '@ops-admin/core/adapter';
import { canBeText } from './can-be-text.js';
import type { PostgresDatabase } from './postgres-database.js';
import { SUMMARY_COLUMNS, USER_COLUMNS } from './user-columns.js';
import { UserLists } from './user-lists.js';

const select = (name: string, where: string) => ({
  name,
  text: `select ${USER_COLUMNS} from users u ${where} order by u.id`,
});
const ALL = select('users', '');
const BY_ID = select('user-by-id', 'where u.id = $1');
const SUMMARIES = {
  name: 'user-summaries',
  text: `select ${SUMMARY_COLUMNS} from users u where u.id = any ($1::text[]) order by u.id`,
};
const BY_EMAIL = select(
  'users-by-email',
  'where u.id in (select user_id from user_emails where lower(email) = lower($1 collate "C"))',
);
const IDS_BY_EMAIL = {
  name: 'ids-by-email',
  text: `
    select distinct item.place::integer, e.user_id as "userId"
    from unnest($1::text[]) with ordinality item (email, place)
    join user_emails e on lower(e.email) = lower(item.email collate "C") order by 1, 2`,
};
const BY_IDENTITY = select(
  'user-by-identity',
  'where u.id = (select user_id from user_identities where issuer = $1 and subject = $2)',
);

/** Users in PostgreSQL. */
export class PostgresUserDirectory implements UserDirectory {
  readonly #database: PostgresDatabase;
  readonly #lists: UserLists;

  constructor(database: PostgresDatabase) {
    this.#database = database;
    this.#lists = new UserLists(database);
  }

  list(): ResultAsync<readonly User[], StoreUnavailable> {
    return this.#database.read<StoredUser>(ALL, 'much').map((rows) => rows.map(userOf));
  }

  search(search: UserSearch): ResultAsync<UserPage, StoreUnavailable> {
    return rejecting(() => {
      checkRange(search);
      return this.#lists.search(search);
    });
  }

  find(userId: ObjectId): ResultAsync<User | undefined, StoreUnavailable> {
    return this.#read(BY_ID, userId).map(([user]) => user);
  }

  summaries(userIds: readonly ObjectId[]): ResultAsync<readonly UserSummary[], StoreUnavailable> {
    return rejecting(() => {
      checkTexts(userIds, 'userIds');
      return this.#database
        .read<StoredUserSummary>({ ...SUMMARIES, values: [userIds.filter(canBeText)] })
        .map((rows) => rows.map(userSummaryOf));
    });
  }

  findByEmail(email: string): ResultAsync<readonly User[], StoreUnavailable> {
    return this.#read(BY_EMAIL, email);
  }

  idsByEmail(emails: readonly string[]): ResultAsync<readonly (readonly ObjectId[])[], StoreUnavailable> {
    return rejecting(() => {
      checkTexts(emails, 'emails');
      // Nobody has an empty one.
      const values = [emails.map((email) => (canBeText(email) ? email : ''))];
      return this.#database
        .read<{ place: number; userId: ObjectId }>({ ...IDS_BY_EMAIL, values })
        .map((rows) => {
          const owners: ObjectId[][] = emails.map(() => []);
          for (const { place, userId } of rows) owners[place - 1]?.push(userId);
          return owners;
        });
    });
  }

  findByIdentity(identity: ExternalIdentity): ResultAsync<User | undefined, StoreUnavailable> {
    return rejecting(() => {
      const { issuer, subject } = identity;
      return this.#read(BY_IDENTITY, issuer, subject).map(([user]) => user);
    });
  }

  #read(statement: typeof ALL, ...values: readonly string[]): ResultAsync<readonly User[], StoreUnavailable> {
    return rejecting(() => {
      for (const value of values) checkText(value, statement.name);
      if (!values.every(canBeText)) return okAsync([]);
      return this.#database.read<StoredUser>({ ...statement, values }).map((rows) => rows.map(userOf));
    });
  }
}
