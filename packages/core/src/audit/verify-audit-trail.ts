import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { NO_ENTRY } from './audit-chain.js';
import type { AuditLog } from './audit-log.js';
import { readRecordPages } from './read-audit-trail.js';
import { addArchivedSet, checkArchive, type TrailArchive } from './trail-archive.js';
import type { TrailVerifier } from './trail-seal.js';
import { TrailSets } from './trail-sets.js';
import { type BrokenTrail, type SoundTrail, TrailWalk } from './trail-walk.js';

/** Needed by {@link VerifyAuditTrail}. */
export interface VerifyAuditTrailPorts {
  readonly audit: AuditLog;
  readonly verifier: TrailVerifier;
  /** Whether every signature is checked, and not only as many as vouch for all entries; `false` by default. */
  readonly everySignature?: boolean;
}

/**
 * Checks the chain of audit entries, and finds where it was changed (decision 6). Public keys are enough. Does not check the
 * caller: guard it with `AccessOperations`.
 */
export class VerifyAuditTrail {
  readonly #audit: AuditLog;
  readonly #verifier: TrailVerifier;
  readonly #everySignature: boolean;

  constructor({ audit, everySignature = false, verifier }: VerifyAuditTrailPorts) {
    this.#audit = audit;
    this.#verifier = verifier;
    this.#everySignature = everySignature;
  }

  /**
   * `head` is a digest that was noted earlier: the trail can have grown since, but must still hold it. Errors: {@link
   * BrokenTrail}, `store-unavailable`.
   */
  execute(head?: string): ResultAsync<SoundTrail, BrokenTrail | StoreUnavailable> {
    return new ResultAsync(this.#verify(head));
  }

  async #verify(head: string | undefined): Promise<Result<SoundTrail, BrokenTrail | StoreUnavailable>> {
    const archives = await this.#audit.archives();
    if (archives.isErr()) return err(archives.error);
    const sets = new TrailSets(this.#audit, this.#verifier);
    const flaw = await this.#flawIn(archives.value, sets);
    if (flaw.isErr()) return err(flaw.error);

    const archive = archives.value.at(-1);
    const start = archive && { id: archive.lastId, digest: archive.lastDigest, keyId: null };
    const walk = new TrailWalk(this.#verifier, start ?? NO_ENTRY);
    let hasHead = !head || archives.value.some(({ lastDigest }) => lastDigest === head);
    for await (const read of readRecordPages(this.#audit)) {
      if (read.isErr()) return err(read.error);
      const page = await sets.entriesOf(read.value);
      if (page.isErr()) return err(page.error);
      const { entries, unlike: entryId } = page.value;
      const broken = await walk.add(entries, this.#everySignature);
      if (broken) return err(broken);
      // The digests of sets are not hashed, but made of what is.
      if (entryId !== undefined) return err({ type: 'audit-broken', flaw: 'altered', entryId });
      hasHead ||= entries.some(({ seal }) => seal.digest === head);
    }
    const atEnd = walk.flawAtEnd() ?? this.#flawOfNote(archive, walk);
    if (atEnd) return err(atEnd);
    return hasHead ? ok(walk.end()) : err({ type: 'audit-broken', flaw: 'cut-off', entryId: walk.last.id });
  }

  /** Whether the archives follow each other, and are as they were written. */
  async #flawIn(
    archives: readonly TrailArchive[],
    sets: TrailSets,
  ): Promise<Result<undefined, BrokenTrail | StoreUnavailable>> {
    let end = { lastId: 0, lastDigest: '', seal: { digest: '' } };
    for (const archive of archives) {
      const check = await checkArchive(this.#verifier, archive);
      const follows =
        archive.firstId === end.lastId + 1 &&
        archive.previous === end.lastDigest &&
        archive.seal.previous === end.seal.digest;
      const flaw = check === 'unknown-key' ? check : check === 'forged' || !follows ? 'archive' : undefined;
      if (flaw) return err({ type: 'audit-broken', flaw, entryId: archive.lastId });
      end = archive;
    }
    return this.#checkSets(archives.at(-1), sets);
  }

  /** A note is by the key in use, or was there when that was put in use: a former key could claim any archive. */
  #flawOfNote(archive: TrailArchive | undefined, walk: TrailWalk): BrokenTrail | undefined {
    if (!archive) return undefined;
    const { keyId, digest } = archive.seal;
    if (keyId === (walk.keyId ?? this.#verifier.keyId) || walk.vouchesFor(keyId, digest)) return undefined;
    return { type: 'audit-broken', flaw: 'archive', entryId: archive.lastId };
  }

  async #checkSets(
    archive: TrailArchive | undefined,
    sets: TrailSets,
  ): Promise<Result<undefined, BrokenTrail | StoreUnavailable>> {
    let sum = '';
    // Without an archive there are no sets: any that were put there have a sum.
    for (let last = ''; ; ) {
      const page = await this.#audit.archivedSets(last, SETS_PER_PAGE);
      if (page.isErr()) return err(page.error);
      for (const set of page.value) {
        sum = addArchivedSet(this.#verifier, sum, set);
        sets.begin(set);
      }
      const end = page.value.at(-1);
      if (!end || page.value.length < SETS_PER_PAGE) break;
      last = end.userId;
    }
    if (sum === (archive?.setsDigest ?? '')) return ok(undefined);
    return err({ type: 'audit-broken', flaw: 'archive', entryId: archive?.lastId ?? 0 });
  }
}

const SETS_PER_PAGE = 500;
