import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditLog, AuditRecord } from './audit-log.js';
import { type AuditSeal, type AuditSealer, checkSeal } from './audit-seal.js';
import { checkArchive } from './trail-archive.js';

/** The newest sealed entry was not sealed with any of these keys: they are the wrong keys, or somebody tampered with it. */
export interface ForeignEntry {
  readonly entryId: AuditRecord['id'];
  readonly keyId: AuditSeal['keyId'];
  readonly problem: 'unknown-key' | 'altered';
}

/** The newest entry that has a seal; if all were archived, the last entry of the newest archive. */
export interface NewestSeal extends Pick<ForeignEntry, 'entryId' | 'keyId'> {
  /** What a sealer finds about it. */
  check(sealer: AuditSealer): 'genuine' | 'forged' | 'unknown-key';
}

/**
 * Looks only at the newest sealed entry, which costs next to nothing. Shows before a change if it would continue a chain of
 * other keys. `undefined` if all is well, also if there is no sealed entry. Errors: `store-unavailable`.
 */
export function checkNewestEntry(
  log: AuditLog,
  sealer: AuditSealer,
): ResultAsync<ForeignEntry | undefined, StoreUnavailable> {
  return findNewestSeal(log).map((newest) => {
    if (!newest) return undefined;
    const { entryId, keyId } = newest;
    const check = newest.check(sealer);
    if (check === 'genuine') return undefined;
    return { entryId, keyId, problem: check === 'forged' ? 'altered' : check };
  });
}

/** Finds the newest seal; `undefined` if nothing was ever sealed. Errors: `store-unavailable`. */
export function findNewestSeal(log: AuditLog): ResultAsync<NewestSeal | undefined, StoreUnavailable> {
  return new ResultAsync(find(log));
}

/** How many entries are read together. */
const ENTRIES_PER_PAGE = 500;

async function find(log: AuditLog): Promise<Result<NewestSeal | undefined, StoreUnavailable>> {
  const listed = await log.list({ limit: 1, newestFirst: true });
  if (listed.isErr()) return err(listed.error);
  // If the newest has no seal, earlier ones can have one. Mostly it has one, so it is read first.
  for (let end = listed.value[0]?.id ?? 0, size = 1; end > 0; end -= size, size = ENTRIES_PER_PAGE) {
    const page = await log.records(Math.max(0, end - size), Math.min(size, end));
    if (page.isErr()) return err(page.error);
    if (page.value.length === 0) break;
    const record = page.value.findLast(({ id, seal }) => id <= end && seal);
    if (record?.seal) {
      const { id: entryId, seal } = record;
      return ok({ entryId, keyId: seal.keyId, check: (sealer) => checkSeal(sealer, seal, record) });
    }
  }
  return (await log.archives()).map((archives) => {
    const archive = archives.at(-1);
    if (!archive) return undefined;
    const { lastId: entryId, seal } = archive;
    return { entryId, keyId: seal.keyId, check: (sealer) => checkArchive(sealer, archive) };
  });
}
