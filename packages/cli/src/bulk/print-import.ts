import { type ImportSummary, okAsync, ResultAsync } from '@ops-admin/core';
import { type Io, writeText } from '../io.js';
import { ProgressLine } from '../present/progress-line.js';
import { jsonLine, type Report } from '../present/report.js';
import type { ImportRecordsOptions } from './change-options.js';
import type { RunSummary } from './tally.js';
import { withThousands } from './with-thousands.js';

export class ImportPrinter {
  readonly #io: Io;
  readonly #options: ImportRecordsOptions;
  readonly #progress: ProgressLine;
  rows = 0;

  constructor(io: Io, options: ImportRecordsOptions) {
    this.#io = io;
    this.#options = options;
    this.#progress = new ProgressLine(io);
  }

  erase(): void {
    this.#progress.erase();
  }

  /** One row for each record. Rows are only made if they are printed, because finding lines takes time. */
  print(count: number, rows: () => readonly object[]): ResultAsync<void, never> {
    this.rows += count;
    const { json = false } = this.#options;
    this.erase();
    const written = json ? writeText(this.#io.stdout, rows().map(jsonLine).join('')) : Promise.resolve();
    return ResultAsync.fromSafePromise(written).andTee(() => this.#progress.draw(this.rows, undefined));
  }

  /** Counts for people; for programs one line for all records. */
  end(
    noun: 'users' | 'departments',
    { created, unchanged, updated }: ImportSummary,
    batch: string | undefined,
  ): ResultAsync<Report | undefined, never> {
    const { dryRun = false, json = false } = this.#options;
    this.erase();
    if (dryRun) this.#io.stderr.write('dry run, nothing is written\n');
    if (json) {
      const summary: RunSummary = {
        batch: batch ?? null,
        rows: this.rows,
        changed: created + updated,
        failed: 0,
      };
      const writing = writeText(this.#io.stdout, jsonLine({ summary }));
      return ResultAsync.fromSafePromise(writing.then(() => undefined));
    }
    const would = dryRun ? 'would be ' : '';
    const counts = [
      `${withThousands(created)} ${would}created`,
      `${withThousands(updated)} ${would}updated`,
      `${withThousands(unchanged)} unchanged`,
    ];
    return okAsync({ json: {}, lines: [`${noun}: ${counts.join(', ')}`] });
  }
}
