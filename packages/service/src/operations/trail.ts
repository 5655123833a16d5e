import {
  type ChangeOrigin,
  err,
  ok,
  ResultAsync,
  type Timestamp,
  type TrailArchive,
  type TrailVerifier,
} from '@ops-admin/core';
import {
  ArchiveTrail,
  type ArchiveTrailError,
  type ArchiveTrailPorts,
  type BrokenTrail,
  type SoundTrailFile,
  type TrailFileFailed,
  type TrailFileUnfit,
  verifyTrailFile,
} from '@ops-admin/core/jobs';
import { trailFileOnDisk } from './trail-file-on-disk.js';

/** Work on the trail itself (decision 6). */
export interface TrailCare {
  /** Moves the entries up to a time into a new file. */
  archive(until: Timestamp, file: string, origin: ChangeOrigin): ResultAsync<TrailArchive, ArchiveTrailError>;
}

/** The file does not exist. */
export interface TrailFileMissing {
  readonly type: 'trail-file-missing';
  readonly file: string;
}

/** Proves files of archived or exported entries; only needs public keys. */
export interface ArchivedTrails {
  /** `head` is a digest that it can hold. */
  verify(
    file: string,
    head?: string,
  ): ResultAsync<SoundTrailFile, BrokenTrail | TrailFileMissing | TrailFileUnfit | TrailFileFailed>;
}

/** {@link TrailCare} of a store. */
export function trailCareOf(parts: ArchiveTrailPorts): TrailCare {
  return {
    archive: (until, file, origin) =>
      new ArchiveTrail(parts).execute({ until, file: trailFileOnDisk(file), origin }),
  };
}

/** {@link ArchivedTrails} with these keys. */
export function archivedTrails(verifier: TrailVerifier): ArchivedTrails {
  return {
    verify: (file, head) =>
      trailFileOnDisk(file)
        .read()
        .andThen((lines) => (lines ? ok(lines) : err({ type: 'trail-file-missing' as const, file })))
        .andThen((lines) => new ResultAsync(verifyTrailFile(lines, verifier, head))),
  };
}
