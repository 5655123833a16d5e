import {
  type ExternalIdentity,
  err,
  type IdentityRegistry,
  type IdentityTaken,
  type LinkableIdentity,
  type LinkOutcome,
  type ObjectId,
  ok,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
  type UnlinkOutcome,
  type UserNotFound,
} from '@ops-admin/core';
import { canBeText } from './can-be-text.js';
import type { Connection, PostgresDatabase } from './postgres-database.js';

const USER_EXISTS = 'select 1 from users where id = $1';
const OWNER_OF = 'select user_id as owner from user_identities where issuer = $1 and subject = $2';
const APPEND = `
  insert into user_identities (issuer, subject, user_id, position)
  select $1, $2, $3, coalesce(max(position) + 1, 0) from user_identities where user_id = $3`;
const DELETE = 'delete from user_identities where issuer = $1 and subject = $2 and user_id = $3 returning 1';

/** Identities of users in PostgreSQL, each change in one transaction. */
export class PostgresIdentityRegistry implements IdentityRegistry {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  link(
    userId: ObjectId,
    identity: LinkableIdentity,
  ): ResultAsync<LinkOutcome, UserNotFound | IdentityTaken | StoreUnavailable> {
    const { issuer, subject } = identity;
    return this.#change(userId, async (connection): Promise<Result<LinkOutcome, IdentityTaken>> => {
      const [row] = await connection.query<{ owner: ObjectId }>({
        text: OWNER_OF,
        values: [issuer, subject],
      });
      if (row?.owner === userId) return ok('already-linked');
      if (row) return err({ type: 'identity-taken', identity, owner: row.owner, claimant: userId });
      await connection.query({ text: APPEND, values: [issuer, subject, userId] });
      return ok('linked');
    });
  }

  unlink(
    userId: ObjectId,
    { issuer, subject }: ExternalIdentity,
  ): ResultAsync<UnlinkOutcome, UserNotFound | StoreUnavailable> {
    return this.#change(userId, async (connection): Promise<Result<UnlinkOutcome, never>> => {
      if (![issuer, subject].every(canBeText)) return ok('not-linked');
      const deleted = await connection.query({ text: DELETE, values: [issuer, subject, userId] });
      return ok(deleted.length > 0 ? 'unlinked' : 'not-linked');
    });
  }

  #change<T, E>(
    userId: ObjectId,
    work: (connection: Connection) => Promise<Result<T, E>>,
  ): ResultAsync<T, E | UserNotFound | StoreUnavailable> {
    return this.#database.write<T, E | UserNotFound>(async (transaction) => {
      const known = await transaction.query({ text: USER_EXISTS, values: [userId] });
      return known.length > 0 ? work(transaction) : err({ type: 'user-not-found', user: userId });
    });
  }
}
