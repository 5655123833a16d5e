import { okAsync, ResultAsync } from '../result.js';
import type { UserDirectory } from '../users/user-directory.js';
import { parseObjectId } from '../values/object-id.js';
import type { AuditEntry } from './audit-entry.js';
import type { AuditFilter, AuditLog, ObjectId, StoreUnavailable } from './audit-log.js';
import { type AuditEntryJson, presentAuditEntries } from './present-audit-entry.js';

/** Which entries are looked for: those that match all of it, the newest first (decision 11). */
export interface AuditPageQuery extends Omit<AuditFilter, 'userId'> {
  /** Whose permissions were changed: an id, or an e-mail for every user who has it. */
  readonly user?: string;
  /** Who changed them: an id, an e-mail, or an actor who is no user, such as `cli:NAME`. */
  readonly actor?: string;
  /** Only entries that are older than this one. */
  readonly beforeId?: number;
  /** At most this many, at least 1. */
  readonly limit: number;
}

/** Some of the entries. */
export interface AuditPage {
  readonly entries: readonly AuditEntryJson[];
  /** The `beforeId` of the next page; `null` where this is the last. */
  readonly next: number | null;
}

/** Reads the trail a page at a time. Entries outlive their users, so that a name that nobody has gives no entries and no error. */
export class ListAudit {
  readonly #log: AuditLog;
  readonly #users: Pick<UserDirectory, 'findByEmail' | 'summaries'>;

  constructor(log: AuditLog, users: Pick<UserDirectory, 'findByEmail' | 'summaries'>) {
    this.#log = log;
    this.#users = users;
  }

  /** Errors: `store-unavailable`. */
  execute({
    actor,
    beforeId,
    limit,
    user,
    ...filter
  }: AuditPageQuery): ResultAsync<AuditPage, StoreUnavailable> {
    const read = (named: AuditFilter) =>
      this.#log.list({
        ...filter,
        ...named,
        ...(beforeId !== undefined && { afterId: beforeId }),
        newestFirst: true,
        // One more shows whether there are more.
        limit: limit + 1,
      });
    return ResultAsync.combine([this.#usersNamed(user), this.#actorsNamed(actor)])
      .andThen(([userIds, actors]) =>
        ResultAsync.combine(
          userIds.flatMap((userId) =>
            actors.map((one) =>
              read({ ...(userId !== undefined && { userId }), ...(one !== undefined && { actor: one }) }),
            ),
          ),
        ),
      )
      .map((lists) => newestOf(lists))
      .andThen((found) => {
        const page = found.slice(0, limit);
        return presentAuditEntries(page, this.#users).map((entries) => ({
          entries,
          next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
        }));
      });
  }

  /** The one `undefined` means everyone. */
  #usersNamed(user: string | undefined): ResultAsync<readonly (ObjectId | undefined)[], StoreUnavailable> {
    if (user === undefined) return okAsync([undefined]);
    return parseObjectId(user).match<ResultAsync<readonly ObjectId[], StoreUnavailable>>(
      (id) => okAsync([id]),
      () => this.#users.findByEmail(user).map((found) => found.map(({ id }) => id)),
    );
  }

  #actorsNamed(actor: string | undefined): ResultAsync<readonly (string | undefined)[], StoreUnavailable> {
    if (actor === undefined) return okAsync([undefined]);
    if (actor.includes('@') && !actor.includes(':')) return this.#usersNamed(actor);
    return okAsync([parseObjectId(actor).unwrapOr(actor)]);
  }
}

/** The entries of several lists as one; none is in two of them. */
function newestOf(lists: readonly (readonly AuditEntry[])[]): readonly AuditEntry[] {
  const [only = [], ...others] = lists;
  return others.length === 0 ? only : lists.flat().sort((one, other) => other.id - one.id);
}
