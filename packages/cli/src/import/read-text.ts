import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Result, ResultAsync } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import type { Io } from '../io.js';

/** The text of a file in UTF-8, or of standard input for `-`. Errors: `invalid-input`, naming the file. */
export function readText(io: Io, file: string): ResultAsync<string, InvalidInput> {
  const invalid = (error: unknown): InvalidInput => ({
    type: 'invalid-input',
    message: `cannot read ${file}: ${error instanceof Error ? error.message : error}`,
  });
  const decode = (bytes: Buffer) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  return ResultAsync.fromPromise(file === '-' ? buffer(io.stdin) : readFile(file), invalid).andThen(
    Result.fromThrowable(decode, invalid),
  );
}
