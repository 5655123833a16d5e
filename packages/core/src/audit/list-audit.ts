import { okAsync, ResultAsync } from '../result.js';
import type { UserDirectory } from '../users/user-directory.js';
import { parseObjectId } from '../values/object-id.js';
import type { AuditEntry } from './audit-entry.js';
import type { AuditFilter, AuditLog, AuditQuery, ObjectId, StoreUnavailable } from './audit-log.js';
import { type AuditEntryJson, presentAuditEntries } from './present-audit-entry.js';

/** The largest number of records on one page over HTTP (decision 11). */
export const AUDIT_RECORDS_PER_PAGE = 500;

/** Which entries to list: they match all of it, the newest first (decision 11). */
export interface AuditPageQuery extends Omit<AuditFilter, 'userId'> {
  /** Whose permissions were changed: an id, or an e-mail for every user who has it. */
  readonly user?: string;
  /** Who changed them: an id, an e-mail, or an actor who is not a user, such as `cli:NAME`. */
  readonly actor?: string;
  /** Only entries that are older than this one. */
  readonly beforeId?: number;
  /** At most this many, 1 or more; fewer if the sets before and after are large. */
  readonly limit: number;
}

/** Some of the entries. */
export interface AuditPage {
  readonly entries: readonly AuditEntryJson[];
  /** The `beforeId` of the next page; `null` on the last page. */
  readonly next: number | null;
}

/**
 * A page ends early when its sets have this many strings: 500 entries of the largest sets would be ten million, and take
 * seconds and gigabytes.
 */
const STRINGS_PER_PAGE = 100_000;

/** How many entries are read first, to see whether their sets are large. */
const FIRST_ENTRIES = 51;

/** Needed by {@link ListAudit}. */
export interface ListAuditParts {
  readonly audit: Pick<AuditLog, 'list'>;
  readonly users: Pick<UserDirectory, 'findByEmail' | 'summaries'>;
}

/**
 * Reads the trail a page at a time (decision 11). Does not check the caller: guard it with `RequireAdmin`. Entries outlive
 * their users, so an unknown name gives no entries, and no error.
 */
export class ListAudit {
  readonly #audit: ListAuditParts['audit'];
  readonly #users: ListAuditParts['users'];

  constructor({ audit, users }: ListAuditParts) {
    this.#audit = audit;
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
      this.#read({
        ...filter,
        ...named,
        ...(beforeId !== undefined && { afterId: beforeId }),
        newestFirst: true,
        // One extra shows whether there are more.
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
        const page = found.slice(0, lengthOf(found.slice(0, limit)));
        return presentAuditEntries(page, this.#users).map((entries) => ({
          entries,
          next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
        }));
      });
  }

  /** Can stop early, but only after more than a page shows. */
  #read(query: AuditQuery): ResultAsync<readonly AuditEntry[], StoreUnavailable> {
    const rest = query.limit - FIRST_ENTRIES;
    const first = this.#audit.list({ ...query, limit: Math.min(query.limit, FIRST_ENTRIES) });
    return first.andThen((entries) => {
      const last = entries.at(-1);
      const isAll = rest <= 0 || entries.length < FIRST_ENTRIES || lengthOf(entries) < entries.length;
      if (!last || isAll) return okAsync(entries);
      return this.#audit
        .list({ ...query, afterId: last.id, limit: rest })
        .map((more) => [...entries, ...more]);
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

/** Joins several lists of entries; no entry is in two of them. */
function newestOf(lists: readonly (readonly AuditEntry[])[]): readonly AuditEntry[] {
  const [only = [], ...others] = lists;
  return others.length === 0 ? only : lists.flat().sort((one, other) => other.id - one.id);
}

/** How many of the entries fit on one page. */
function lengthOf(entries: readonly AuditEntry[]): number {
  let strings = 0;
  const end = entries.findIndex(({ after, before }, n) => {
    strings += before.length + after.length;
    return n > 0 && strings > STRINGS_PER_PAGE;
  });
  return end < 0 ? entries.length : end;
}
