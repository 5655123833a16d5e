import {
  type ActorRefused,
  type AuditSealer,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  type Clock,
  err,
  errAsync,
  type ObjectId,
  ok,
  type PermissionSet,
  type PermissionStore,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
  type UserNotFound,
} from '@ops-admin/core';
import {
  asLeftByEarlier,
  checkText,
  isIdentityChange,
  judgeChanges,
  mayTakeAdmin,
  permissionSetOf,
  recordChanges,
  rejecting,
  type UserState,
} from '@ops-admin/core/adapter';
import { findsAdminBeside } from './admin-search.js';
import { assertWritten } from './audit-table.js';
import { canBeText } from './can-be-text.js';
import { ownersOf } from './identity-owners.js';
import type { Connection, PostgresDatabase } from './postgres-database.js';
import { TRAIL_OF_USER, type TrailRow, TrailWriter, trailsIn } from './trail-writer.js';

interface StateRow extends TrailRow {
  readonly permissions: string;
  readonly email: string | null;
}

const SET = { name: 'permissions', text: 'select permissions from users where id = $1' };
const STATES = {
  name: 'states-of',
  text: `
    select u.id, u.permissions, trail.*,
      (select email from user_emails e where e.user_id = u.id order by e.position limit 1) as email
    from users u ${TRAIL_OF_USER} where u.id = any ($1::text[])`,
};
const LINK = `
  insert into user_identities (issuer, subject, user_id, position)
  select $1, $2, $3, coalesce(max(position) + 1, 0) from user_identities where user_id = $3 returning 1`;
const UNLINK = 'delete from user_identities where issuer = $1 and subject = $2 and user_id = $3 returning 1';

/** The outcomes of requests, and the users before them. */
interface Judged {
  readonly outcomes: readonly ChangeOutcome[];
  readonly trails: ReturnType<typeof trailsIn>;
}

/** Permissions in PostgreSQL, each call in one transaction with its audit entries. */
export class PostgresPermissionStore implements PermissionStore {
  readonly #database: PostgresDatabase;
  readonly #sealer: AuditSealer | undefined;
  readonly #clock: Clock;

  /** Without a sealer it is only for dry runs. */
  constructor(database: PostgresDatabase, sealer: AuditSealer | undefined, clock: Clock = () => new Date()) {
    this.#database = database;
    this.#sealer = sealer;
    this.#clock = clock;
  }

  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable> {
    return rejecting(() => {
      checkText(userId, 'userId');
      const notFound: UserNotFound = { type: 'user-not-found', user: userId };
      if (!canBeText(userId)) return errAsync(notFound);
      return this.#database
        .read<Pick<StateRow, 'permissions'>>({ ...SET, values: [userId] })
        .andThen(([row]) => (row ? ok(permissionSetOf(row.permissions)) : err(notFound)));
    });
  }

  change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused | StoreUnavailable> {
    return rejecting(() => (options.dryRun ? this.#try(requests, options) : this.#change(requests, options)));
  }

  #try(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused | StoreUnavailable> {
    return this.#database
      .readTogether((connection) => this.#judge(connection, requests, options))
      .andThen((judged) => judged.map(({ outcomes }) => outcomes));
  }

  #change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused | StoreUnavailable> {
    const sealer = this.#sealer;
    if (!sealer) throw new Error('this store is only for dry runs');
    return this.#database.write<readonly ChangeOutcome[], ActorRefused>(
      async (transaction) => {
        const judged = await this.#judge(transaction, requests, options);
        if (judged.isErr()) return err(judged.error);
        const trail = new TrailWriter(sealer, transaction.last, judged.value.trails);
        const links: ChangeRequest[] = [];
        const outcomes = recordChanges(requests, judged.value.outcomes, options, (request, made) => {
          if (isIdentityChange(request.change)) links.push(request);
          return trail.record(made.userId, made.change, request.draft);
        });
        for (const link of links) await writeLink(transaction, link);
        await trail.write(transaction);
        return ok(outcomes);
      },
      requests.length === 1 ? 'little' : 'much',
    );
  }

  async #judge(
    connection: Connection,
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): Promise<Result<Judged, ActorRefused>> {
    const now = this.#clock();
    const { actor, adminPermission, earlier } = options;
    const ids = new Set(requests.map(({ userId }) => userId));
    const rows = await connection.query<StateRow>({
      ...STATES,
      values: [actor ? [...ids, actor.userId] : [...ids]],
    });
    const states = new Map(rows.map((row) => [row.id, stateOf(row)]));
    const named = new Map([...states].filter(([id]) => ids.has(id)));
    const users = asLeftByEarlier(named, options);
    const identities = requests.flatMap(({ change }) => (isIdentityChange(change) ? [change.identity] : []));
    const hasOtherAdmin =
      mayTakeAdmin(requests, users, options) &&
      (earlier?.hasAdminBeside(users) ||
        (await findsAdminBeside(connection, earlier?.withFormerAdmins(ids) ?? ids, adminPermission)));
    return judgeChanges(requests, options, {
      users,
      actor: actor && states.get(actor.userId)?.permissions,
      hasOtherAdmin,
      ownerOf: await ownersOf(connection, identities),
      now,
    }).map((outcomes) => ({ outcomes, trails: trailsIn(rows) }));
  }
}

/** A user as they are now; in a transaction that writes, they stay unchanged until it ends. */
function stateOf({ email, newestEntryId, permissions }: StateRow): UserState {
  return {
    email: email ?? undefined,
    permissions: permissionSetOf(permissions),
    newestEntryId: newestEntryId ?? 0,
  };
}

async function writeLink(connection: Connection, { change, userId }: ChangeRequest): Promise<void> {
  if (!isIdentityChange(change)) return;
  const { action, identity } = change;
  const written = await connection.query({
    text: action === 'link' ? LINK : UNLINK,
    values: [identity.issuer, identity.subject, userId],
  });
  assertWritten(written.length, 1);
}
