import type {
  TrailFileFailed,
  TrailFileInTheWay,
  TrailFileMissing,
  TrailFileUnfit,
} from '@ops-admin/core/operations';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EDQUOT: 'no space left for this user',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such folder',
  ENOSPC: 'no space left',
  EPERM: 'this user may not',
  EROFS: 'nothing can be written there',
};

/** What is wrong with a file of archived entries, in plain words. */
export function describeTrailFileError(
  error: TrailFileFailed | TrailFileInTheWay | TrailFileMissing | TrailFileUnfit,
): string {
  switch (error.type) {
    case 'trail-file-failed': {
      const code = error.cause instanceof Error && 'code' in error.cause ? `${error.cause.code}` : '';
      const reason = REASONS[code] ?? (error.cause instanceof Error ? error.cause.message : error.cause);
      return `cannot ${error.attempt} ${error.file}: ${reason}${error.attempt === 'write' ? '; nothing was archived' : ''}`;
    }
    case 'trail-file-in-the-way':
      return `${error.file} is there, and is not an archive of these entries; name another file`;
    case 'trail-file-missing':
      return `there is no file ${error.file}`;
    case 'trail-file-unfit':
      if (error.line === undefined)
        return 'the file is empty; name one that audit archive or audit export wrote';
      return error.line === 1
        ? 'the file does not begin as an archive or an export; name one that audit archive or audit export wrote'
        : `line ${error.line} of the file is not one of an audit archive or export`;
  }
}
