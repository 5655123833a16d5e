import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { err, ok, ResultAsync } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import type { Io } from '../io.js';
import { unreadable } from './file-mistake.js';

/** A source that can be read more than once. */
export interface Readings {
  /** The bytes, so many at a time. */
  open(highWaterMark?: number): Readable;
  readonly size: number;
  close(): Promise<void>;
}

/** A file, or standard input for `-`, as something to read several times. Errors: `invalid-input`, naming the file. */
export function readingsOf(io: Io, file: string, signal: AbortSignal): ResultAsync<Readings, InvalidInput> {
  return ResultAsync.fromPromise(opened(io, file, signal), (error) => unreadable(file, error)).andThen(
    (readings) => (readings === 'directory' ? err(unreadable(file, 'it is a directory')) : ok(readings)),
  );
}

async function opened(io: Io, file: string, signal: AbortSignal): Promise<Readings | 'directory'> {
  if (file === '-') return await keep(io.stdin, signal);
  await access(file, constants.R_OK);
  const stats = await stat(file);
  if (stats.isDirectory()) return 'directory';
  // A pipe can be read only once.
  if (!stats.isFile()) return await keep(createReadStream(file), signal);
  return { open: opener(file), size: stats.size, close: async () => {} };
}

/** The content of a stream, in a private temporary file until it is closed. */
async function keep(stream: Readable, signal: AbortSignal): Promise<Readings> {
  const folder = await mkdtemp(join(tmpdir(), 'ops-admin-changes-'));
  const copy = join(folder, 'changes');
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(stream, createWriteStream(copy, { flags: 'wx', mode: 0o600 }), { signal });
  } catch (error) {
    if (!signal.aborted) {
      await close();
      throw error;
    }
  }
  return { open: opener(copy), size: (await stat(copy)).size, close };
}

function opener(file: string): Readings['open'] {
  return (highWaterMark) => createReadStream(file, highWaterMark === undefined ? {} : { highWaterMark });
}
