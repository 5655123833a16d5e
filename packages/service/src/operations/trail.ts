import {
  type AuditEntry,
  type AuditSealer,
  type ChangeOrigin,
  err,
  ok,
  ResultAsync,
  type StoreUnavailable,
  type Timestamp,
  type TrailArchive,
  type TrailMoved,
} from '@ops-admin/core';
import {
  ArchiveTrail,
  type ArchiveTrailError,
  type ArchiveTrailParts,
  type BrokenTrail,
  type NothingToSeal,
  SealTrail,
  type SealTrailParts,
  type SoundTrailFile,
  type TrailFileFailed,
  type TrailFileUnfit,
  verifyTrailFile,
} from '@ops-admin/core/jobs';
import { type Port, port } from '@ops-admin/core/ports';
import { trailFileOnDisk } from './trail-file-on-disk.js';

/** Work on the trail itself (decision 6). */
export interface TrailCare {
  /** Vouches for the entries from before the chain. */
  seal(
    origin: ChangeOrigin,
  ): ResultAsync<AuditEntry, NothingToSeal | BrokenTrail | TrailMoved | StoreUnavailable>;
  /** Moves the entries up to a time into a new file. */
  archive(until: Timestamp, file: string, origin: ChangeOrigin): ResultAsync<TrailArchive, ArchiveTrailError>;
}

/** The file does not exist. */
export interface TrailFileMissing {
  readonly type: 'trail-file-missing';
  readonly file: string;
}

/** Proves files of archived entries; only needs the keys. */
export interface ArchivedTrails {
  /** `head` is a digest that it can hold. */
  verify(
    file: string,
    head?: string,
  ): ResultAsync<SoundTrailFile, BrokenTrail | TrailFileMissing | TrailFileUnfit | TrailFileFailed>;
}

/** Proves archives. */
export const ARCHIVED_TRAILS: Port<ArchivedTrails> = port('ops-admin.service.ArchivedTrails');

/** {@link TrailCare} of a store. */
export function trailCareOf(parts: ArchiveTrailParts & SealTrailParts): TrailCare {
  return {
    seal: (origin) => new SealTrail(parts).execute({ origin }),
    archive: (until, file, origin) =>
      new ArchiveTrail(parts).execute({ until, file: trailFileOnDisk(file), origin }),
  };
}

/** {@link ArchivedTrails} with these keys. */
export function archivedTrails(sealer: AuditSealer): ArchivedTrails {
  return {
    verify: (file, head) =>
      trailFileOnDisk(file)
        .read()
        .andThen((lines) => (lines ? ok(lines) : err({ type: 'trail-file-missing' as const, file })))
        .andThen((lines) => new ResultAsync(verifyTrailFile(lines, sealer, head))),
  };
}
