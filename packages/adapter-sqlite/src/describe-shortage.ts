import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Error codes for no space: a full disk, a quota, a limit on the size of files. */
const SHORTAGE = /^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/;
/** What SQLite says if it cannot extend a file, but also for other errors of the disk. */
const PERHAPS = /^SQLITE_IOERR/;
/** SQLite extends its files by this much. */
const LEAST_FREE_BYTES = 64 * 1024;

/** Whether there was no space: then the file is not at fault. */
export function isShortage(cause: unknown, file: string): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return SHORTAGE.test(code) || (PERHAPS.test(code) && isFull(dirname(file)));
}

/** The message if there was no space; `undefined` if that was not the reason. */
export function describeShortage(cause: unknown, file: string): string | undefined {
  if (!isShortage(cause, file)) return undefined;
  return `no space left on ${dirname(file)}, nothing was changed; make room and try again`;
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST_FREE_BYTES;
  } catch {
    return false;
  }
}
