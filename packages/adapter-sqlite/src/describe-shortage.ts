import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** What says that nothing more can be written: a full disk, a quota, a limit on the size of files. */
const SHORTAGE = /^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/;
/** What SQLite says where it cannot make a file longer, and where anything else is wrong with the disk. */
const PERHAPS = /^SQLITE_IOERR/;
/** SQLite makes its files longer by as much. */
const LEAST_FREE_BYTES = 64 * 1024;

/** Whether there was no room: a file is not at fault then. */
export function isShortage(cause: unknown, file: string): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return SHORTAGE.test(code) || (PERHAPS.test(code) && isFull(dirname(file)));
}

/** What to say where there was no room; `undefined` where that was not the reason. */
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
