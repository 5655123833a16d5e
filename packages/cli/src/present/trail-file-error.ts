import type {
  TrailFileFailed,
  TrailFileInTheWay,
  TrailFileMissing,
  TrailFileUnfit,
} from '@ops-admin/core/operations';
import { fileFailure } from '@ops-admin/core/operations';

/** What is wrong with a file of archived entries, in plain words. */
export function describeTrailFileError(
  error: TrailFileFailed | TrailFileInTheWay | TrailFileMissing | TrailFileUnfit,
): string {
  switch (error.type) {
    case 'trail-file-failed': {
      const reason = fileFailure(error.cause, 'there is no such folder');
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
