import { err, ok, type Result } from '../result.js';
import { isEmail } from '../users/find-user.js';
import type { UserNotFound } from '../users/user.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { ObjectId } from '../values/object-id.js';
import { parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditEntry } from './audit-entry.js';
import type { AuditFilter, AuditLog } from './audit-log.js';
import { type AuditEntryJson, presentAuditEntries } from './present-audit-entry.js';

/** The largest number of records on one page over HTTP. */
export const AUDIT_RECORDS_PER_PAGE = 500;

/** The number of entries that a page looks at, where no index finds the matching ones. */
export const ENTRIES_LOOKED_AT = 10_000;

/** Selects entries: they match all of it. Entries outlive their users. */
export interface AuditSearch extends Omit<AuditFilter, 'identity' | 'userId'> {
  /** An id or an e-mail. */
  readonly user?: string;
  /** An id, an e-mail, `cli:NAME`, or the name alone. */
  readonly actor?: string;
}

/** A part of the list of entries: the newest first, or with `after` the oldest first. */
export interface AuditListQuery extends AuditSearch {
  /** Only entries older than this one. */
  readonly before?: number;
  /** Only entries newer than this one; 0 for all. It precedes `before`. */
  readonly after?: number;
  /** 1 or more, 50 by default. */
  readonly limit?: number;
}

/** A page of entries, which can be short or empty where a filter has looked at {@link ENTRIES_LOOKED_AT}. */
export interface AuditPage {
  readonly entries: readonly AuditEntryJson[];
  /** The `before`, or the `after`, of the next page; `null` on the last page. */
  readonly next: number | null;
}

export interface ListAuditPorts {
  readonly audit: Pick<AuditLog, 'list' | 'newestId'>;
  readonly users: Pick<UserDirectory, 'find' | 'idsByEmail' | 'summaries'>;
}

export async function listAudit(
  ports: ListAuditPorts,
  { actor, after, before, limit = 50, user, ...filter }: AuditListQuery = {},
): Promise<Result<AuditPage, UserNotFound | StoreUnavailable>> {
  const { audit, users } = ports;
  const subject = await subjectNamed(users, user);
  if (subject.isErr()) return err(subject.error);
  const source = await actorNamed(users, actor);
  if (source.isErr()) return err(source.error);

  const from = after ?? before;
  const newestFirst = after === undefined;
  const looked = await lookedAt(audit, { actor, user, ...filter }, from, newestFirst);
  if (looked.isErr()) return err(looked.error);
  const untilId = looked.value;
  const order = {
    newestFirst,
    ...(from !== undefined && { afterId: from }),
    ...(untilId !== undefined && { untilId }),
  };
  const lists: (readonly AuditEntry[])[] = [];
  for (const ofUser of subject.value.filters) {
    for (const byActor of source.value.filters) {
      const query = { ...filter, ...order, ...ofUser, ...byActor, limit: limit + 1 };
      const entries = await audit.list(query);
      if (entries.isErr()) return err(entries.error);
      lists.push(entries.value);
    }
  }
  const found = joined(lists, order.newestFirst);
  const page = found.slice(0, limit);
  const isEnd = from === undefined || from === 0 || untilId === undefined;
  for (const named of found.length === 0 && isEnd ? [subject.value, source.value] : []) {
    const known = await isKnown(ports, named);
    if (known.isErr()) return err(known.error);
    if (!known.value) return err({ type: 'user-not-found', user: named.text ?? '' });
  }
  return await presentAuditEntries(page, users).map((entries) => ({
    entries,
    next: found.length > page.length ? (page.at(-1)?.id ?? null) : (untilId ?? null),
  }));
}

/** Returns the last entry that a page looks at; `undefined` if every entry matches, or an index finds the matching ones. */
async function lookedAt(
  audit: Pick<AuditLog, 'newestId'>,
  {
    batch,
    permission,
    user,
    ...filter
  }: { readonly [Part in keyof AuditSearch]: AuditSearch[Part] | undefined },
  from: number | undefined,
  newestFirst: boolean,
): Promise<Result<number | undefined, StoreUnavailable>> {
  const isFound = [batch, permission, user].some((one) => one !== undefined);
  if (isFound || Object.values(filter).every((one) => one === undefined)) return ok(undefined);
  return await audit.newestId().map((newest) => {
    if (!newestFirst) {
      const last = (from ?? 0) + ENTRIES_LOOKED_AT;
      return last < newest ? last : undefined;
    }
    const last = Math.min(from ?? newest + 1, newest + 1) - ENTRIES_LOOKED_AT;
    return last > 1 ? last : undefined;
  });
}

/** The meaning of a text that names a user or an actor. */
interface Named {
  /** Missing if everyone is meant. */
  readonly text?: string;
  /** The users, who need not exist. */
  readonly ids: readonly ObjectId[];
  /** Entries match one of these. */
  readonly filters: readonly AuditFilter[];
}

const EVERYONE: Named = { ids: [], filters: [{}] };

async function subjectNamed(
  users: Pick<UserDirectory, 'idsByEmail'>,
  text: string | undefined,
): Promise<Result<Named, StoreUnavailable>> {
  if (text === undefined) return ok(EVERYONE);
  const found = await idsOf(users, text);
  return found.map((ids) => ({ text, ids, filters: ids.map((userId) => ({ userId })) }));
}

/** Not every actor is a user, and a name alone is a short form of `cli:NAME`. */
async function actorNamed(
  users: Pick<UserDirectory, 'idsByEmail'>,
  text: string | undefined,
): Promise<Result<Named, StoreUnavailable>> {
  if (text === undefined) return ok(EVERYONE);
  if (text.includes(':')) return ok({ text, ids: [], filters: [{ actor: text }] });
  const found = await idsOf(users, text);
  return found.map((ids) => {
    const isId = parseObjectId(text).isOk();
    const names = isId ? ids : isEmail(text) ? [...ids, text] : [text, `cli:${text}`];
    return { text, ids, filters: names.map((actor) => ({ actor })) };
  });
}

async function idsOf(
  users: Pick<UserDirectory, 'idsByEmail'>,
  text: string,
): Promise<Result<readonly ObjectId[], StoreUnavailable>> {
  if (isEmail(text)) return await users.idsByEmail([text]).map((ids) => ids.flatMap((id) => id ?? []));
  const id = parseObjectId(text);
  return ok(id.isOk() ? [id.value] : []);
}

/**
 * Reports whether an existing user or an entry is meant. No index finds entries by actor: only the newest ones are looked at, and
 * in a longer log the actor counts as known.
 */
async function isKnown(
  { audit, users }: ListAuditPorts,
  { filters, ids, text }: Named,
): Promise<Result<boolean, StoreUnavailable>> {
  if (text === undefined) return ok(true);
  for (const id of ids) {
    const user = await users.find(id);
    if (user.isErr() || user.value) return user.map(() => true);
  }
  const newest = await audit.newestId();
  if (newest.isErr()) return err(newest.error);
  const untilId = newest.value + 1 - ENTRIES_LOOKED_AT;
  for (const filter of filters) {
    const looked = filter.actor === undefined ? {} : { untilId };
    const entries = await audit.list({ ...filter, ...looked, newestFirst: true, limit: 1 });
    if (entries.isErr() || entries.value.length > 0) return entries.map(() => true);
  }
  return ok(untilId > 1 && filters.some(({ actor }) => actor !== undefined));
}

function joined(lists: readonly (readonly AuditEntry[])[], newestFirst: boolean): readonly AuditEntry[] {
  const [only = [], ...others] = lists;
  if (others.length === 0) return only;
  return lists.flat().sort((one, other) => (newestFirst ? other.id - one.id : one.id - other.id));
}
