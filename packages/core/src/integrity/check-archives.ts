import type { AuditLog } from '../audit/audit-log.js';
import { type ArchivedPart, archivedPartOf, type TrailArchive } from '../audit/trail-archive.js';
import { type TrailFiles, verifyTrailFile } from '../audit/trail-file.js';
import type { TrailVerifier } from '../audit/trail-seal.js';
import { err, ok, type Result } from '../result.js';
import type { OnProgress } from '../values/progress.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** The file of an archive does not hold the entries that the trail says it has, as they were written. */
export interface ArchiveFlaw extends Pick<ArchivedPart, 'file' | 'firstId' | 'lastId'> {
  readonly type: 'archive-unlike-the-trail';
}

/** What a look at the files of archives found. */
export interface CheckedArchives {
  readonly flaws: readonly ArchiveFlaw[];
  /** Those whose file is not there, or cannot be read: it may be kept elsewhere. */
  readonly unread: readonly ArchivedPart[];
}

/** Needed by {@link checkArchives}. */
export interface CheckArchivesPorts {
  readonly audit: Pick<AuditLog, 'archives'>;
  readonly verifier: TrailVerifier;
  readonly files: TrailFiles;
}

/** Compares the files of archives with the trail (decision 6), whose notes are proven. */
export async function checkArchives(
  { audit, files, verifier }: CheckArchivesPorts,
  onProgress?: OnProgress,
): Promise<Result<CheckedArchives, StoreUnavailable>> {
  const archives = await audit.archives();
  if (archives.isErr()) return err(archives.error);
  const flaws: ArchiveFlaw[] = [];
  const unread: ArchivedPart[] = [];
  for (const [done, archive] of archives.value.entries()) {
    onProgress?.({ step: 'archives', done, total: archives.value.length });
    const { file, firstId, lastId } = archive;
    const found = await compare(archive, { files, verifier });
    if (found === 'unread') unread.push(archivedPartOf(archive));
    if (found === 'unlike') flaws.push({ type: 'archive-unlike-the-trail', file, firstId, lastId });
  }
  return ok({ flaws, unread });
}

async function compare(
  { file, firstId, lastDigest, lastId, previous }: TrailArchive,
  { files, verifier }: Omit<CheckArchivesPorts, 'audit'>,
): Promise<'same' | 'unlike' | 'unread'> {
  const lines = (await files(file).read()).unwrapOr(undefined);
  if (!lines) return 'unread';
  const proven = await verifyTrailFile(lines, verifier);
  if (proven.isErr()) return proven.error.type === 'trail-file-failed' ? 'unread' : 'unlike';
  const held = proven.value;
  const isSame =
    held.isArchive &&
    held.firstId === firstId &&
    held.lastId === lastId &&
    held.previous === previous &&
    held.lastDigest === lastDigest;
  return isSame ? 'same' : 'unlike';
}
