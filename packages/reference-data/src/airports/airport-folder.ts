import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import type {
  AirportFileName,
  AirportFiles,
  AirportFilesError,
  AirportPlaceUnusable,
  OpenedAirportFile,
} from './airport-files.js';
import { BROKEN_GZIP, codeOf, isGzipFailure } from './stream-failure.js';

/** The files of OurAirports in a folder, each plain or gzip. */
export class AirportFolder implements AirportFiles {
  readonly description: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    // Only the name of the folder: readers of the source later must not see its path.
    this.description = `the folder ${basename(resolve(folder))}`;
  }

  open(name: AirportFileName): ResultAsync<OpenedAirportFile, AirportPlaceUnusable> {
    return new ResultAsync(this.#find(name));
  }

  broken({ name }: OpenedAirportFile, cause: unknown): AirportFilesError {
    const reason = isGzipFailure(cause) ? BROKEN_GZIP : `cannot be read: ${codeOf(cause) ?? cause}`;
    return { type: 'not-ourairports', file: name, reason };
  }

  async #find(name: AirportFileName): Promise<Result<OpenedAirportFile, AirportPlaceUnusable>> {
    try {
      if (!(await stat(this.#folder)).isDirectory()) return this.#unusable('it is not a folder');
      for (const path of [join(this.#folder, name), join(this.#folder, `${name}.gz`)]) {
        const found = await stat(path).catch(absent);
        // Opening something that is not a file, such as a pipe, can wait for ever.
        if (!found?.isFile()) continue;
        // The time of a file is that of the copy, and gzip's that of the packing; neither is the day of the data.
        return ok({ name: path, bytes: createReadStream(path), date: undefined });
      }
      return this.#unusable(`it has neither ${name} nor ${name}.gz`);
    } catch (cause) {
      const code = codeOf(cause);
      return this.#unusable(code === 'ENOENT' ? 'the folder does not exist' : `it cannot be read: ${code}`);
    }
  }

  #unusable(reason: string): Result<never, AirportPlaceUnusable> {
    return err({ type: 'airport-place-unusable', place: this.#folder, reason });
  }
}

function absent(cause: unknown): undefined {
  if (codeOf(cause) !== 'ENOENT') throw cause;
}
