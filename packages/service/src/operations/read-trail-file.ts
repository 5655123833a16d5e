import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import type { ReadTrailFile, TrailFileFailed } from '@ops-admin/core/operations';

/** Reads the lines of a file on the disk. */
export const readTrailFile: ReadTrailFile = (name) => {
  const file = resolve(name);
  const failed = (cause: unknown): TrailFileFailed => ({ type: 'trail-file-failed', file, cause });
  return ResultAsync.fromPromise(
    access(file).then(
      () => linesOf(file, failed),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      },
    ),
    failed,
  );
};

/** Only a line feed ends a line: `readline` also ends lines at U+2028, which a text of an entry can hold. */
async function* linesOf(
  file: string,
  failed: (cause: unknown) => TrailFileFailed,
): AsyncGenerator<Result<string, TrailFileFailed>, void> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, 'utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield ok(line);
    }
  } catch (cause) {
    return yield err(failed(cause));
  }
  if (rest !== '') yield ok(rest);
}
