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
import { canBeText } from './can-be-text.js';
import type { Connection, PostgresDatabase } from './postgres-database.js';

const USER_EXISTS = 'select 1 from users where id = $1';
const OWNER_OF = 'select user_id as owner from user_identities where issuer = $1 and subject = $2';
const APPEND = `
  insert into user_identities (issuer, subject, user_id, position)
  select $1, $2, $3, coalesce(max(position) + 1, 0) from user_identities where user_id = $3`;
const DELETE = 'delete from user_identities where issuer = $1 and subject = $2 and user_id = $3';

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
    return this.#database.write<LinkOutcome, UserNotFound | IdentityTaken>(async (transaction) => {
      const outcome = judgeLink(await situationOf(transaction, userId, identity));
      if (outcome.isOk() && outcome.value === 'linked') await run(transaction, APPEND, userId, identity);
      return outcome;
    });
  }

  unlink(
    userId: ObjectId,
    identity: ExternalIdentity,
  ): ResultAsync<UnlinkOutcome, UserNotFound | StoreUnavailable> {
    return this.#database.write<UnlinkOutcome, UserNotFound>(async (transaction) => {
      const outcome = judgeUnlink(await situationOf(transaction, userId, identity));
      if (outcome.isOk() && outcome.value === 'unlinked') await run(transaction, DELETE, userId, identity);
      return outcome;
    });
  }
}

async function situationOf(
  connection: Connection,
  userId: ObjectId,
  identity: ExternalIdentity,
): Promise<LinkSituation> {
  const { issuer, subject } = identity;
  const known = await connection.query({ text: USER_EXISTS, values: [userId] });
  // What PostgreSQL cannot hold belongs to nobody.
  const isText = canBeText(issuer) && canBeText(subject);
  const owners = isText
    ? await connection.query<{ owner: ObjectId }>({ text: OWNER_OF, values: [issuer, subject] })
    : [];
  return { userId, identity, isUser: known.length > 0, owner: owners[0]?.owner };
}

async function run(
  connection: Connection,
  text: string,
  userId: ObjectId,
  { issuer, subject }: ExternalIdentity,
): Promise<void> {
  await connection.query({ text, values: [issuer, subject, userId] });
}
