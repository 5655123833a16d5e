import type {
  ExternalIdentity,
  IdentityRegistry,
  IdentityTaken,
  LinkableIdentity,
  LinkOutcome,
  ObjectId,
  ResultAsync,
  StoreUnavailable,
  UnlinkOutcome,
  UserNotFound,
} from '@ops-admin/core';
import { judgeLink, judgeUnlink, type LinkSituation } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import type { Connections } from './connections.js';
import { PreparedStatements } from './prepared-statements.js';

const prepare = (database: Database.Database) => ({
  userExists: database.prepare<[string]>('select 1 from users where id = ?'),
  ownerOf: database
    .prepare<[string, string], ObjectId>(
      'select user_id from user_identities where issuer = ? and subject = ?',
    )
    .pluck(),
  append: database.prepare<[object]>(`
    insert into user_identities (issuer, subject, user_id, position)
    select :issuer, :subject, :userId, coalesce(max(position) + 1, 0)
    from user_identities where user_id = :userId`),
  delete: database.prepare<[object]>(
    'delete from user_identities where issuer = :issuer and subject = :subject and user_id = :userId',
  ),
});
type Statements = ReturnType<typeof prepare>;

/** Identities of users in SQLite, each change in one transaction. */
export class SqliteIdentityRegistry implements IdentityRegistry {
  readonly #statements: PreparedStatements<Statements>;

  constructor(connections: Connections) {
    this.#statements = new PreparedStatements(connections, prepare);
  }

  link(
    userId: ObjectId,
    identity: LinkableIdentity,
  ): ResultAsync<LinkOutcome, UserNotFound | IdentityTaken | StoreUnavailable> {
    return this.#statements.write((statements) =>
      judgeLink(situationOf(statements, userId, identity)).map((outcome) => {
        if (outcome === 'linked') statements.append.run({ ...identity, userId });
        return outcome;
      }),
    );
  }

  unlink(
    userId: ObjectId,
    identity: ExternalIdentity,
  ): ResultAsync<UnlinkOutcome, UserNotFound | StoreUnavailable> {
    return this.#statements.write((statements) =>
      judgeUnlink(situationOf(statements, userId, identity)).map((outcome) => {
        if (outcome === 'unlinked') statements.delete.run({ ...identity, userId });
        return outcome;
      }),
    );
  }
}

function situationOf(
  { ownerOf, userExists }: Statements,
  userId: ObjectId,
  identity: ExternalIdentity,
): LinkSituation {
  return {
    userId,
    identity,
    isUser: userExists.get(userId) !== undefined,
    owner: ownerOf.get(identity.issuer, identity.subject),
  };
}
