import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Result, ResultAsync } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import type { Io } from '../io.js';
import { unreadable } from './file-mistake.js';
import { encodingOf } from './text-blocks.js';

/** The text of a file in UTF-8, or in UTF-16 with its mark, or of standard input for `-`. Errors: `invalid-input`, naming the file. */
export function readText(io: Io, file: string): ResultAsync<string, InvalidInput> {
  const invalid = (error: unknown) => unreadable(file, error);
  const decode = (bytes: Buffer) => new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  return ResultAsync.fromPromise(file === '-' ? buffer(io.stdin) : readFile(file), invalid).andThen(
    Result.fromThrowable(decode, invalid),
  );
}
