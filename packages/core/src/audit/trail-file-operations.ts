import { err, ok, type Result, ResultAsync } from '../result.js';
import type { OnProgress } from '../values/progress.js';
import {
  type SoundTrailFile,
  type TrailFileFailed,
  type TrailFileUnfit,
  verifyTrailFile,
} from './trail-file.js';
import type { TrailVerifier } from './trail-seal.js';
import type { BrokenTrail } from './trail-walk.js';

/** The file does not exist. */
export interface TrailFileMissing {
  readonly type: 'trail-file-missing';
  readonly file: string;
}

/** Why a file of entries was not verified. */
export type TrailFileError = BrokenTrail | TrailFileMissing | TrailFileUnfit | TrailFileFailed;

/** Verifies exports of the audit log; needs no store, and only public keys. */
export interface TrailFileOperations {
  /** `head` is a digest that one of the entries can have. */
  verify(file: string, head?: string, onProgress?: OnProgress): ResultAsync<SoundTrailFile, TrailFileError>;
}

/** Reads the lines of a file; `undefined` if the file does not exist. */
export type ReadTrailFile = (
  file: string,
) => ResultAsync<AsyncIterable<Result<string, TrailFileFailed>> | undefined, TrailFileFailed>;

export interface TrailFileOperationsPorts {
  readonly readFile: ReadTrailFile;
  readonly verifier: TrailVerifier;
}

/** Makes the verification of files by these keys. */
export function trailFileOperations({ readFile, verifier }: TrailFileOperationsPorts): TrailFileOperations {
  return {
    verify: (file, head, onProgress) =>
      readFile(file)
        .andThen((lines) => (lines ? ok(lines) : err({ type: 'trail-file-missing' as const, file })))
        .andThen((lines) => new ResultAsync(verifyTrailFile(lines, verifier, { head, onProgress }))),
  };
}
