import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { type Clock, now, type Timestamp } from '../values/timestamp.js';
import type { ChangeOrigin } from './audit-entry.js';
import type { AuditLog } from './audit-log.js';
import { readAuditTrail, readRecordPages } from './read-audit-trail.js';
import type { TrailArchive } from './trail-archive.js';
import { trailEnd } from './trail-end.js';
import {
  archiveLines,
  type TrailFileFailed,
  type TrailFiles,
  type TrailRange,
  verifyTrailFile,
} from './trail-file.js';
import type { TrailSigner, TrailVerifier } from './trail-seal.js';
import type { TrailMoved, TrailStore } from './trail-store.js';
import type { BrokenTrail } from './trail-walk.js';
import { verifyAuditTrail } from './verify-audit-trail.js';

/** There is no entry that old. */
export interface NothingToArchive {
  readonly type: 'nothing-to-archive';
}

/** A file of that name exists, and is not an archive of these entries. */
export interface TrailFileInTheWay {
  readonly type: 'trail-file-in-the-way';
  readonly file: string;
}

/** Why nothing was archived. */
export type ArchiveTrailError =
  | NothingToArchive
  | BrokenTrail
  | TrailFileInTheWay
  | TrailFileFailed
  | TrailMoved
  | StoreUnavailable;

/** What is archived, and into which file. */
export interface ArchiveTrailInput {
  /** Entries up to this time are archived, up to the first later one, and to the last that is signed. */
  readonly until: Timestamp;
  readonly file: string;
  readonly origin: ChangeOrigin;
}

/** Work on the trail itself (decision 6). */
export interface TrailOperations {
  /**
   * Moves the oldest entries into a new file that {@link TrailFileOperations} proves. They leave the trail only once the file
   * is on the disk; after a stop in between, the same call continues with that file.
   */
  archive(input: ArchiveTrailInput): ResultAsync<TrailArchive, ArchiveTrailError>;
}

/** Needed by {@link trailOperations}. */
export interface TrailOperationsPorts {
  readonly trail: Pick<TrailStore, 'archive'>;
  readonly audit: AuditLog;
  readonly signer: TrailSigner;
  readonly verifier: TrailVerifier;
  readonly clock: Clock;
  readonly files: TrailFiles;
}

/** Work on the trail of a store. Does not check the caller: guard it with `AccessOperations`. */
export function trailOperations(ports: TrailOperationsPorts): TrailOperations {
  return { archive: (input) => new ResultAsync(archive(ports, input)) };
}

async function archive(
  { audit, clock, files, trail, signer, verifier }: TrailOperationsPorts,
  { file: name, origin, until }: ArchiveTrailInput,
): Promise<Result<TrailArchive, ArchiveTrailError>> {
  const file = files(name);
  const inTheWay: TrailFileInTheWay = { type: 'trail-file-in-the-way', file: file.name };
  const verified = await verifyAuditTrail({ audit, verifier });
  if (verified.isErr()) return err(verified.error);
  const found = await rangeUntil(audit, until);
  if (found.isErr()) return err(found.error);
  const range = found.value;

  const there = await file.read();
  if (there.isErr()) return err(there.error);
  if (!there.value) {
    const end = await trailEnd(audit);
    if (end.isErr()) return err(end.error);
    const entries = readAuditTrail(audit, { afterId: range.firstId - 1 });
    const keyId = end.value.keyId ?? signer.keyId;
    const written = await file.write(archiveLines(signer, keyId, range, entries));
    if (written.isErr()) return err(written.error);
  }
  // Also what was just written: from here on only the file has it.
  const lines = there.value ?? (await file.read()).unwrapOr(undefined);
  if (!lines) return err(inTheWay);
  const proven = await verifyTrailFile(lines, verifier);
  if (proven.isErr()) return err(proven.error.type === 'trail-file-failed' ? proven.error : inTheWay);
  // A file from before a stop can end earlier if the time was given as a period ago.
  const { firstId, isArchive, lastDigest, lastId, previous } = proven.value;
  const isOurs =
    isArchive && firstId === range.firstId && previous === range.previous && lastId <= range.lastId;
  if (!isOurs) return err(inTheWay);

  const last = await audit.find(lastId);
  if (last.isErr()) return err(last.error);
  if (!last.value) return err({ type: 'trail-moved' });

  const { actor, reason } = origin;
  const note = { file: file.name, time: now(clock), actor, ...(reason !== undefined && { reason }) };
  const kept = await trail.archive({
    ...note,
    until: last.value.time,
    firstId,
    lastId,
    previous,
    lastDigest,
  });
  return kept.isOk() ? ok(kept.value) : err(kept.error);
}

async function rangeUntil(
  audit: AuditLog,
  until: Timestamp,
): Promise<Result<TrailRange, NothingToArchive | StoreUnavailable>> {
  const archives = await audit.archives();
  if (archives.isErr()) return err(archives.error);
  const end = archives.value.at(-1);
  const start = { id: end?.lastId ?? 0, digest: end?.lastDigest ?? '' };
  let last = start;
  for await (const page of readRecordPages(audit)) {
    if (page.isErr()) return err(page.error);
    const entries = page.value;
    const later = entries.findIndex(({ time }) => time > until);
    const old = later < 0 ? entries : entries.slice(0, later);
    const end = old.findLast(({ seal }) => seal.signature !== undefined);
    if (end) last = { id: end.id, digest: end.seal.digest };
    if (later >= 0) break;
  }
  if (last.id === start.id) return err({ type: 'nothing-to-archive' });
  return ok({
    firstId: start.id + 1,
    lastId: last.id,
    previous: start.digest,
    lastDigest: last.digest,
  });
}
