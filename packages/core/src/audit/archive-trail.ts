import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { type Clock, now, type Timestamp } from '../values/timestamp.js';
import type { ChangeOrigin } from './audit-entry.js';
import type { AuditLog } from './audit-log.js';
import type { AuditSealer } from './audit-seal.js';
import { readRecords } from './read-audit-trail.js';
import type { TrailArchive } from './trail-archive.js';
import {
  archiveLines,
  type TrailFile,
  type TrailFileFailed,
  type TrailRange,
  verifyTrailFile,
} from './trail-file.js';
import type { TrailKeeper, TrailMoved } from './trail-keeper.js';
import type { BrokenTrail } from './trail-walk.js';
import { VerifyAuditTrail } from './verify-audit-trail.js';

/** There is no entry that old. */
export interface NothingToArchive {
  readonly type: 'nothing-to-archive';
}

/** A `seal` entry that vouches for some of these would remain in the trail: archive it with them. */
export interface SealLeftBehind {
  readonly type: 'seal-left-behind';
  readonly entryId: number;
}

/** A file of that name exists, and is not an archive of these entries. */
export interface TrailFileInTheWay {
  readonly type: 'trail-file-in-the-way';
  readonly file: string;
}

/** Why nothing was archived. */
export type ArchiveTrailError =
  | NothingToArchive
  | SealLeftBehind
  | BrokenTrail
  | TrailFileInTheWay
  | TrailFileFailed
  | TrailMoved
  | StoreUnavailable;

/** What is archived, and into which file. */
export interface ArchiveTrailOrder {
  /** Entries up to this time are archived, up to the first later one. */
  readonly until: Timestamp;
  readonly file: TrailFile;
  readonly origin: ChangeOrigin;
}

/** Needed by {@link ArchiveTrail}. */
export interface ArchiveTrailParts {
  readonly keeper: Pick<TrailKeeper, 'archive'>;
  readonly audit: AuditLog;
  readonly sealer: AuditSealer;
  readonly clock: Clock;
}

/**
 * Moves the oldest entries into a file that `verifyTrailFile` proves (decision 6). Does not check the caller: guard it with
 * `RequireAdmin`. They leave the trail only once the file is on the disk. After a stop in between, the same call continues
 * with that file.
 */
export class ArchiveTrail {
  readonly #parts: ArchiveTrailParts;

  constructor(parts: ArchiveTrailParts) {
    this.#parts = parts;
  }

  /** Errors: {@link ArchiveTrailError}; the trail is then unchanged. */
  execute(order: ArchiveTrailOrder): ResultAsync<TrailArchive, ArchiveTrailError> {
    return new ResultAsync(this.#archive(order));
  }

  async #archive({
    file,
    origin,
    until,
  }: ArchiveTrailOrder): Promise<Result<TrailArchive, ArchiveTrailError>> {
    const { audit, clock, keeper, sealer } = this.#parts;
    const inTheWay: TrailFileInTheWay = { type: 'trail-file-in-the-way', file: file.name };
    const verified = await new VerifyAuditTrail({ audit, sealer }).execute();
    if (verified.isErr()) return err(verified.error);
    const found = await this.#rangeUntil(until);
    if (found.isErr()) return err(found.error);
    const { range, coverKeyId } = found.value;

    const there = await file.read();
    if (there.isErr()) return err(there.error);
    if (!there.value) {
      const records = readRecords(audit, range.firstId - 1);
      const written = await file.write(archiveLines(sealer, range, coverKeyId, records));
      if (written.isErr()) return err(written.error);
    }
    // Also what was just written: from here on only the file has it.
    const lines = there.value ?? (await file.read()).unwrapOr(undefined);
    if (!lines) return err(inTheWay);
    const proven = await verifyTrailFile(lines, sealer);
    if (proven.isErr()) return err(proven.error.type === 'trail-file-failed' ? proven.error : inTheWay);
    // A file from before a stop can end earlier if the time was given as a period ago.
    const { firstId, lastDigest, lastId, previous } = proven.value;
    const isOurs = firstId === range.firstId && previous === range.previous && lastId <= range.lastId;
    if (!isOurs) return err(inTheWay);

    const { actor, reason } = origin;
    const note = { file: file.name, time: now(clock), actor, ...(reason !== undefined && { reason }) };
    const kept = await keeper.archive({ ...note, firstId, lastId, previous, lastDigest });
    return kept.isOk() ? ok(kept.value) : err(kept.error);
  }

  async #rangeUntil(
    until: Timestamp,
  ): Promise<
    Result<
      { readonly range: TrailRange; readonly coverKeyId: string | undefined },
      NothingToArchive | SealLeftBehind | StoreUnavailable
    >
  > {
    const { audit } = this.#parts;
    const archives = await audit.archives();
    if (archives.isErr()) return err(archives.error);
    const seals = await audit.list({ action: 'seal', limit: 1 });
    if (seals.isErr()) return err(seals.error);
    const [cover] = seals.value;
    const end = archives.value.at(-1);
    const start = { id: end?.lastId ?? 0, digest: end?.lastDigest ?? '' };
    let last = start;
    for await (const read of readRecords(audit)) {
      if (read.isErr()) return err(read.error);
      const { id, seal, time } = read.value;
      if (time > until) break;
      last = { id, digest: seal?.digest ?? '' };
    }
    if (last.id === start.id) return err({ type: 'nothing-to-archive' });
    // The entry that vouches for others comes after them all.
    if (cover && cover.id > last.id) return err({ type: 'seal-left-behind', entryId: cover.id });
    const range = {
      firstId: start.id + 1,
      lastId: last.id,
      previous: start.digest,
      lastDigest: last.digest,
    };
    return ok({ range, coverKeyId: cover?.seal?.keyId });
  }
}
