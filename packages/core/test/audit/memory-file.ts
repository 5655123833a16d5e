import { err, ok, okAsync, type Result, ResultAsync } from '@ops-admin/core';
import type { TrailFile, TrailFileFailed } from '@ops-admin/core/operations';

/** What writing to a full disk ends with. */
export const FULL: TrailFileFailed = {
  type: 'trail-file-failed',
  file: 'old.ndjson',
  attempt: 'write',
  cause: 'no space left',
};

/** A file in memory that entries are archived in. */
export class MemoryFile implements TrailFile {
  readonly name: string;
  lines: string[] | undefined;
  /** Whether writing fails in the middle. */
  isFull = false;

  constructor(name = 'old.ndjson') {
    this.name = name;
  }

  read() {
    return okAsync(this.lines && linesOf(this.lines));
  }

  write<E>(lines: AsyncIterable<Result<string, E>>) {
    return new ResultAsync<undefined, TrailFileFailed | E>(this.#write(lines));
  }

  async #write<E>(lines: AsyncIterable<Result<string, E>>): Promise<Result<undefined, TrailFileFailed | E>> {
    const written: string[] = [];
    for await (const line of lines) {
      if (line.isErr()) return err(line.error);
      if (this.isFull && written.length > 0) return err(FULL);
      written.push(line.value);
    }
    this.lines = written;
    return ok(undefined);
  }
}

/** Lines as a file gives them. */
export async function* linesOf(lines: readonly string[]): AsyncGenerator<Result<string, never>, void> {
  for (const line of lines) yield ok(line);
}
