import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditLog } from './audit-log.js';
import type { AuditSealer } from './audit-seal.js';
import { readRecords } from './read-audit-trail.js';
import { addArchivedSet, checkArchive, type TrailArchive } from './trail-archive.js';
import { type BrokenTrail, type SoundTrail, TrailWalk } from './trail-walk.js';

/** Needed by {@link VerifyAuditTrail}. */
export interface VerifyAuditTrailParts {
  readonly audit: AuditLog;
  readonly sealer: AuditSealer;
}

/**
 * Checks the chain of audit entries, and finds where it was changed (decision 6). Does not check the caller: guard it with
 * `RequireAdmin`.
 */
export class VerifyAuditTrail {
  readonly #audit: AuditLog;
  readonly #sealer: AuditSealer;

  constructor({ audit, sealer }: VerifyAuditTrailParts) {
    this.#audit = audit;
    this.#sealer = sealer;
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
    const flaw = await this.#flawIn(archives.value);
    if (flaw.isErr()) return err(flaw.error);
    const seals = await this.#audit.list({ action: 'seal', limit: 1 });
    if (seals.isErr()) return err(seals.error);

    const archive = archives.value.at(-1);
    const start = { id: archive?.lastId ?? 0, digest: archive?.lastDigest ?? null };
    const walk = new TrailWalk(this.#sealer, start, seals.value[0]?.seal?.keyId);
    let hasHead = !head || archives.value.some(({ lastDigest }) => lastDigest === head);
    for await (const read of readRecords(this.#audit)) {
      if (read.isErr()) return err(read.error);
      const broken = walk.add(read.value);
      if (broken) return err(broken);
      hasHead ||= walk.last.digest === head;
    }
    const end = walk.end();
    if ('type' in end) return err(end);
    return hasHead ? ok(end) : err({ type: 'audit-broken', flaw: 'cut-off', entryId: walk.last.id });
  }

  /** Whether the archives follow each other, and are as they were written. */
  async #flawIn(
    archives: readonly TrailArchive[],
  ): Promise<Result<undefined, BrokenTrail | StoreUnavailable>> {
    let end = { lastId: 0, lastDigest: '' };
    for (const archive of archives) {
      const check = checkArchive(this.#sealer, archive);
      const follows = archive.firstId === end.lastId + 1 && archive.previous === end.lastDigest;
      const flaw = check === 'unknown-key' ? check : check === 'forged' || !follows ? 'archive' : undefined;
      if (flaw) return err({ type: 'audit-broken', flaw, entryId: archive.lastId });
      end = archive;
    }
    return this.#checkSets(archives.at(-1));
  }

  async #checkSets(
    archive: TrailArchive | undefined,
  ): Promise<Result<undefined, BrokenTrail | StoreUnavailable>> {
    let sum = '';
    // Without an archive there are no sets: any that were put there have a sum.
    const keyId = archive?.seal.keyId ?? this.#sealer.keyId;
    const digest = (text: string) => this.#sealer.digest(keyId, text) ?? 'unknown key';
    for (let last = ''; ; ) {
      const page = await this.#audit.archivedSets(last, SETS_PER_PAGE);
      if (page.isErr()) return err(page.error);
      for (const set of page.value) sum = addArchivedSet(digest, sum, set);
      const end = page.value.at(-1);
      if (!end || page.value.length < SETS_PER_PAGE) break;
      last = end.userId;
    }
    if (sum === (archive?.setsDigest ?? '')) return ok(undefined);
    return err({ type: 'audit-broken', flaw: 'archive', entryId: archive?.lastId ?? 0 });
  }
}

const SETS_PER_PAGE = 500;
