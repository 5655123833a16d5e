import { err, ok, okAsync, type Result, ResultAsync } from '../result.js';
import type { UserNotFound } from '../users/user.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { OnProgress } from '../values/progress.js';
import { fitsFilter } from './audit-entries-of.js';
import type { AuditEntry, StoreUnavailable } from './audit-log.js';
import { type AuditListQuery, type AuditPage, actorNamed, type Named, subjectNamed } from './list-audit.js';
import { presentAuditEntries } from './present-audit-entry.js';
import {
  entriesIn,
  type SoundTrailFile,
  type TrailFileFailed,
  type TrailFiles,
  type TrailFileUnfit,
  verifyTrailFile,
} from './trail-file.js';
import type { TrailVerifier } from './trail-seal.js';
import type { BrokenTrail } from './trail-walk.js';

/** There is no such file. */
export interface TrailFileMissing {
  readonly type: 'trail-file-missing';
  readonly file: string;
}

/** Why nothing can be said about a file of entries. */
export type TrailFileError = BrokenTrail | TrailFileMissing | TrailFileUnfit | TrailFileFailed;

/** Some of the entries of a file. */
export interface TrailFilePage extends Omit<AuditPage, 'archived'> {
  /** `false` if no key is known. */
  readonly isVerified: boolean;
}

/** Reads and proves files of archived or exported entries; needs no store, and only public keys (decision 6). */
export interface TrailFileOperations {
  /** `head` is a digest that the file can hold. */
  verify(file: string, head?: string, onProgress?: OnProgress): ResultAsync<SoundTrailFile, TrailFileError>;
  /**
   * Entries that match, of a file that is proven meanwhile. Errors: `user-not-found` if `user` or `actor` is known not to be a
   * user, and is not in the file.
   */
  list(
    file: string,
    query?: AuditListQuery,
  ): ResultAsync<TrailFilePage, TrailFileError | UserNotFound | StoreUnavailable>;
}

/** Needed by {@link trailFileOperations}. */
export interface TrailFileOperationsPorts {
  readonly files: TrailFiles;
  readonly verifier: TrailVerifier;
  /** A file has ids alone: without users nobody is found by an e-mail, or shown with one. */
  readonly users?: Pick<UserDirectory, 'find' | 'findByEmail' | 'summaries'> | undefined;
}

/** Work on files with these keys. */
export function trailFileOperations(ports: TrailFileOperationsPorts): TrailFileOperations {
  const { files, verifier } = ports;
  const linesOf = (file: string) =>
    files(file)
      .read()
      .andThen((lines) => (lines ? ok(lines) : err({ type: 'trail-file-missing' as const, file })));
  return {
    verify: (file, head, onProgress) => {
      let done = 0;
      const onEntry = () => onProgress?.({ step: 'entries', done: ++done });
      return linesOf(file).andThen(
        (lines) => new ResultAsync(verifyTrailFile(lines, verifier, { head, onEntry })),
      );
    },
    list: (file, query) => linesOf(file).andThen((lines) => new ResultAsync(list(ports, lines, query))),
  };
}

type Lines = Parameters<typeof entriesIn>[0];

const NOBODY: NonNullable<TrailFileOperationsPorts['users']> = {
  find: () => okAsync(undefined),
  findByEmail: () => okAsync([]),
  summaries: () => okAsync([]),
};

async function list(
  { users: known, verifier }: TrailFileOperationsPorts,
  lines: Lines,
  { actor, after, before, limit = 50, user, ...filter }: AuditListQuery = {},
): Promise<Result<TrailFilePage, TrailFileError | UserNotFound | StoreUnavailable>> {
  const users = known ?? NOBODY;
  const subject = await subjectNamed(users, user);
  if (subject.isErr()) return err(subject.error);
  const source = await actorNamed(users, actor);
  if (source.isErr()) return err(source.error);

  const isIn = ({ id }: AuditEntry) =>
    after === undefined ? before === undefined || id < before : id > after;
  const people = [subject.value, source.value];
  const seen = new Set<Named>();
  const isAbout = (entry: AuditEntry, named: Named) => {
    const isNamed = named.filters.some((one) => fitsFilter(entry, one));
    if (isNamed) seen.add(named);
    return isNamed;
  };
  const fits = (entry: AuditEntry) =>
    people.map((named) => isAbout(entry, named)).every((is) => is) &&
    isIn(entry) &&
    fitsFilter(entry, filter);
  // One extra shows whether there are more.
  const size = limit + 1;
  let found: AuditEntry[] = [];
  const take = (entry: AuditEntry) => {
    if (!fits(entry) || (after !== undefined && found.length === size)) return;
    found.push(entry);
    if (found.length === 2 * size) found = found.slice(-size);
  };
  const isVerified = verifier.keyId !== '';
  const read = isVerified
    ? await verifyTrailFile(lines, verifier, { onEntry: take })
    : await readUnverified(lines, take);
  if (read.isErr()) return err(read.error);

  for (const { ids, text } of known ? people.filter((named) => !seen.has(named)) : []) {
    if (text === undefined) continue;
    const found = await ResultAsync.combine(ids.map((id) => users.find(id)));
    if (found.isErr()) return err(found.error);
    if (found.value.every((one) => one === undefined)) return err({ type: 'user-not-found', user: text });
  }
  if (after === undefined) found.reverse();
  const page = found.slice(0, limit);
  const next = found.length > limit ? (page.at(-1)?.id ?? null) : null;
  return await presentAuditEntries(page, users).map((entries) => ({ entries, next, isVerified }));
}

async function readUnverified(
  lines: Lines,
  take: (entry: AuditEntry) => void,
): Promise<Result<undefined, TrailFileUnfit | TrailFileFailed>> {
  for await (const entry of entriesIn(lines)) {
    if (entry.isErr()) return err(entry.error);
    take(entry.value);
  }
  return ok(undefined);
}
