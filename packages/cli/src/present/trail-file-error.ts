import type { TrailFileFailed, TrailFileMissing, TrailFileUnfit } from '@ops-admin/core/operations';
import { fileFailure } from '@ops-admin/core/operations';

export function describeTrailFileError(error: TrailFileFailed | TrailFileMissing | TrailFileUnfit): string {
  switch (error.type) {
    case 'trail-file-failed':
      return `cannot read ${error.file}: ${fileFailure(error.cause, 'the folder does not exist')}`;
    case 'trail-file-missing':
      return `the file ${error.file} does not exist`;
    case 'trail-file-unfit':
      if (error.line === undefined) return 'the file is empty; name one that audit export wrote';
      return error.line === 1
        ? 'the file does not begin as an export; name one that audit export wrote'
        : `line ${error.line} of the file is not an exported entry`;
  }
}
