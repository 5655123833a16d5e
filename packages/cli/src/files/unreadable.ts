import { fileFailure } from '@ops-admin/core/operations';
import type { InvalidInput } from '../cli-error.js';
import { fileNameOf } from './file-mistake.js';

/** The error of a file that cannot be read. */
export function unreadable(file: string, error: unknown): InvalidInput {
  const reason = fileFailure(error, 'the file does not exist; name an existing one, or - for standard input');
  const message = `cannot read ${fileNameOf(file)}: ${reason}`;
  return { type: 'invalid-input', message };
}
