import type { DepartmentRepository } from '../departments/department-repository.js';
import { findDepartment, type UnknownDepartment } from '../departments/find-department.js';
import { err, ok, type Result } from '../result.js';
import { findKnownUsers, findNames } from '../users/find-names.js';
import type { UserNotFound } from '../users/user.js';
import type { UserDirectory } from '../users/user-directory.js';
import { type ListBounds, listRange } from '../values/list-range.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Grant, GrantBlock } from './grant.js';

/** A string that a user holds, as a record of `permissions export`; plain JSON. */
export interface GrantJson {
  /** The first e-mail of the user, else the id. */
  readonly user: string;
  readonly userId: string;
  readonly email: string | null;
  readonly name: string;
  readonly departmentId: string | null;
  /** The code of their department, else its id. */
  readonly department: string | null;
  readonly permission: string;
  /** `null` if the string is permanent. */
  readonly until: string | null;
  /** The time of the entry that gave it, its actor, its reason and its id; `null` if none did. */
  readonly since: string | null;
  readonly by: string | null;
  readonly reason: string | null;
  readonly entry: number | null;
  /** The time and the actor of the newest later entry that confirmed it. */
  readonly attestedAt: string | null;
  readonly attestedBy: string | null;
}

/** Selects grants: they match all of it, at the positions of a range. */
export interface GrantQuery extends ListBounds {
  /** Without `service.`. */
  readonly modules?: readonly string[];
  /** An id or a code; with the departments below. */
  readonly department?: string;
  /** Ids or e-mails. */
  readonly users?: readonly string[];
  /** Only strings of users after this one, by id or e-mail: positions count from there. */
  readonly after?: string;
}

/** Why a query names no grants. */
export type GrantQueryError = UnknownDepartment | UserNotFound;

/** The largest number of grants on one page over HTTP. */
export const GRANTS_PER_PAGE = 1_000;

export interface ReadGrantsPorts {
  readonly departments: Pick<DepartmentRepository, 'idsNamed'>;
  readonly users: Pick<UserDirectory, 'grants' | 'idsByEmail' | 'summaries'>;
}

/**
 * Yields what users hold, and which entry gave it, ordered by the name of the user and the id, then as they hold it. All is of one
 * moment. The first block comes even if nothing matches.
 */
export async function* readGrants(
  { departments, users }: ReadGrantsPorts,
  { after, department: name, end = 0, modules, start = 0, users: named }: GrantQuery = {},
): AsyncGenerator<Result<GrantBlock<GrantJson>, GrantQueryError | StoreUnavailable>, void> {
  const department = name === undefined ? ok(undefined) : await findDepartment(departments, name);
  if (department.isErr()) return yield err(department.error);
  const known = await findKnownUsers(users, [...(named ?? []), ...(after === undefined ? [] : [after])]);
  if (known.isErr()) return yield err(known.error);
  const idOf = new Map<string | undefined, ObjectId>();
  for (const [text, user] of known.value) {
    if (user.isErr()) return yield err(user.error);
    idOf.set(text, user.value.userId);
  }
  const afterId = idOf.get(after);
  const blocks = users.grants({
    ...listRange({ start, end }),
    ...(afterId !== undefined && { after: afterId }),
    ...(modules && { modules }),
    ...(department.value !== undefined && { department: department.value }),
    ...(named && { userIds: named.flatMap((text) => idOf.get(text) ?? []) }),
  });
  // Few actors make most changes.
  const people = new Map<string, string>();
  for await (const block of blocks) {
    if (block.isErr()) return yield err(block.error);
    const { grants, ...others } = block.value;
    const actors = new Set(
      grants.flatMap(({ attested, given }) => [attested?.actor ?? [], given?.actor ?? []].flat()),
    );
    const unknown = [...actors].filter((actor) => !people.has(actor));
    const found = await findNames(users, unknown);
    if (found.isErr()) return yield err(found.error);
    for (const actor of unknown) people.set(actor, found.value.get(actor)?.email ?? actor);
    yield ok({ ...others, grants: grants.map((grant) => presentGrant(grant, people)) });
  }
}

function presentGrant(grant: Grant, people: ReadonlyMap<string, string>): GrantJson {
  const { attested, department, departmentId, email, given, name, permission, until, userId } = grant;
  return {
    user: email ?? userId,
    userId,
    email: email ?? null,
    name,
    departmentId,
    department,
    permission,
    until: until ?? null,
    since: given?.time ?? null,
    by: given ? (people.get(given.actor) ?? given.actor) : null,
    reason: given?.reason ?? null,
    entry: given?.id ?? null,
    attestedAt: attested?.time ?? null,
    attestedBy: attested ? (people.get(attested.actor) ?? attested.actor) : null,
  };
}
