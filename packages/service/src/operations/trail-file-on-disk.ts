import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, type FileHandle, link, open, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import type { TrailFile, TrailFileFailed } from '@ops-admin/core/operations';

type Failed = (cause: unknown) => TrailFileFailed;

/** The output is written in blocks of this length. */
const CHARACTERS_PER_WRITE = 64 * 1024;

/** A {@link TrailFile} on the disk, readable only by its owner. */
export function trailFileOnDisk(file: string): TrailFile {
  const name = resolve(file);
  const failed =
    (attempt: TrailFileFailed['attempt']): Failed =>
    (cause) => ({ type: 'trail-file-failed', file: name, attempt, cause });
  return {
    name,
    read: () =>
      ResultAsync.fromPromise(
        access(name).then(
          () => linesOf(name, failed('read')),
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'ENOENT') return undefined;
            throw error;
          },
        ),
        failed('read'),
      ),
    write: (lines) => new ResultAsync(write(name, lines, failed('write'))),
  };
}

/** Only a line feed ends a line: `readline` also ends lines at U+2028, which a text of an entry can hold. */
async function* linesOf(file: string, failed: Failed): AsyncGenerator<Result<string, TrailFileFailed>, void> {
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

/** It gets its name when it is whole and on the disk, and never replaces another file. */
async function write<E>(
  file: string,
  lines: AsyncIterable<Result<string, E>>,
  failed: Failed,
): Promise<Result<undefined, TrailFileFailed | E>> {
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  let handle: FileHandle | undefined;
  try {
    handle = await open(draft, 'wx', 0o600);
    let block = '';
    for await (const line of lines) {
      if (line.isErr()) return err(line.error);
      block += `${line.value}\n`;
      if (block.length < CHARACTERS_PER_WRITE) continue;
      // Not `write`, which can write only a part if the disk is full.
      await handle.writeFile(block);
      block = '';
    }
    await handle.writeFile(block);
    await handle.sync();
    await link(draft, file);
    await flushFolder(dirname(file));
    return ok(undefined);
  } catch (cause) {
    return err(failed(cause));
  } finally {
    await handle?.close();
    await rm(draft, { force: true });
  }
}

async function flushFolder(folder: string): Promise<void> {
  // Windows cannot flush a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
