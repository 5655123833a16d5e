import { err, ok, type Result, ResultAsync } from '../result.js';
import type { OnProgress } from '../values/progress.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { NO_ENTRY } from './audit-chain.js';
import type { AuditLog } from './audit-log.js';
import { readRecordPages } from './read-audit-trail.js';
import { addArchivedSet, checkArchive, type TrailArchive } from './trail-archive.js';
import type { TrailVerifier } from './trail-seal.js';
import { TrailSets } from './trail-sets.js';
import { type BrokenTrail, type SoundTrail, TrailWalk } from './trail-walk.js';

/** Needed by {@link verifyAuditTrail}. */
export interface VerifyAuditTrailPorts {
  readonly audit: AuditLog;
  readonly verifier: TrailVerifier;
}

/** How a trail is checked. */
export interface VerifyAuditTrailInput {
  /** A digest that was noted earlier: the trail can have grown since, but must still hold it. */
  readonly head?: string | undefined;
  /** Whether every signature is checked, and not only as many as vouch for all entries; `false` by default. */
  readonly everySignature?: boolean;
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Checks the chain of audit entries, and finds where it was changed (decision 6). Public keys are enough. Errors:
 * {@link BrokenTrail}, `store-unavailable`.
 */
export function verifyAuditTrail(
  ports: VerifyAuditTrailPorts,
  input: VerifyAuditTrailInput = {},
): ResultAsync<SoundTrail, BrokenTrail | StoreUnavailable> {
  return new ResultAsync(verify(ports, input));
}

async function verify(
  { audit, verifier }: VerifyAuditTrailPorts,
  { everySignature = false, head, onProgress }: VerifyAuditTrailInput,
): Promise<Result<SoundTrail, BrokenTrail | StoreUnavailable>> {
  const archives = await audit.archives();
  if (archives.isErr()) return err(archives.error);
  const archive = archives.value.at(-1);
  const flaw = await flawIn(archives.value, verifier);
  if (flaw) return err(flaw);
  const sets = new TrailSets(audit, verifier);
  const begun = await beginSets(audit, verifier, archive, sets);
  if (begun.isErr()) return err(begun.error);

  const start = archive && { id: archive.lastId, digest: archive.lastDigest, keyId: null };
  const walk = new TrailWalk(verifier, start ?? NO_ENTRY);
  const newest = onProgress ? await audit.newestId() : ok(0);
  if (newest.isErr()) return err(newest.error);
  const total = newest.value - walk.last.id;
  let hasHead = !head || archives.value.some(({ lastDigest }) => lastDigest === head);
  for await (const read of readRecordPages(audit)) {
    if (read.isErr()) return err(read.error);
    const page = await sets.entriesOf(read.value);
    if (page.isErr()) return err(page.error);
    const { entries, unlike: entryId } = page.value;
    const broken = await walk.add(entries, everySignature);
    if (broken) return err(broken);
    // The digests of sets are not hashed, but made of what is.
    if (entryId !== undefined) return err({ type: 'audit-broken', flaw: 'altered', entryId });
    onProgress?.({ step: 'entries', done: walk.end().entries, total });
    hasHead ||= entries.some(({ seal }) => seal.digest === head);
  }
  const atEnd = walk.flawAtEnd() ?? flawOfNote(archive, walk, verifier);
  if (atEnd) return err(atEnd);
  return hasHead ? ok(walk.end()) : err({ type: 'audit-broken', flaw: 'cut-off', entryId: walk.last.id });
}

/** Whether the archives follow each other, and are as they were written. */
async function flawIn(
  archives: readonly TrailArchive[],
  verifier: TrailVerifier,
): Promise<BrokenTrail | undefined> {
  let end = { lastId: 0, lastDigest: '', seal: { digest: '' } };
  for (const archive of archives) {
    const check = await checkArchive(verifier, archive);
    const follows =
      archive.firstId === end.lastId + 1 &&
      archive.previous === end.lastDigest &&
      archive.seal.previous === end.seal.digest;
    const flaw = check === 'unknown-key' ? check : check === 'forged' || !follows ? 'archive' : undefined;
    if (flaw) return { type: 'audit-broken', flaw, entryId: archive.lastId };
    end = archive;
  }
  return undefined;
}

/** A note is by the key in use, or was there when that was put in use: a former key could claim any archive. */
function flawOfNote(
  archive: TrailArchive | undefined,
  walk: TrailWalk,
  verifier: TrailVerifier,
): BrokenTrail | undefined {
  if (!archive) return undefined;
  const { keyId, digest } = archive.seal;
  if (keyId === verifier.keyId || walk.vouchesFor(keyId, digest)) return undefined;
  return { type: 'audit-broken', flaw: 'archive', entryId: archive.lastId };
}

/** Begins with the sets that users held after the archive, which must be those of its note. */
async function beginSets(
  audit: AuditLog,
  verifier: TrailVerifier,
  archive: TrailArchive | undefined,
  sets: TrailSets,
): Promise<Result<undefined, BrokenTrail | StoreUnavailable>> {
  let sum = '';
  // Without an archive there are no sets: any that were put there have a sum.
  for (let last = ''; ; ) {
    const page = await audit.archivedSets(last, SETS_PER_PAGE);
    if (page.isErr()) return err(page.error);
    for (const set of page.value) {
      sum = addArchivedSet(verifier, sum, set);
      sets.begin(set);
    }
    const end = page.value.at(-1);
    if (!end || page.value.length < SETS_PER_PAGE) break;
    last = end.userId;
  }
  if (sum === (archive?.setsDigest ?? '')) return ok(undefined);
  return err({ type: 'audit-broken', flaw: 'archive', entryId: archive?.lastId ?? 0 });
}

const SETS_PER_PAGE = 500;
