import { type ImportSummary, ResultAsync } from '@ops-admin/core';
import { withThousands } from '../bulk/with-thousands.js';
import { type Io, writeText } from '../io.js';
import type { JsonOption } from '../options.js';
import { jsonLine, type Report } from '../present/report.js';

/** What an import did, for printing. */
export interface ImportReport {
  readonly noun: 'users' | 'departments';
  readonly summary: ImportSummary;
  /** For programs, one for each record; only made if they are printed, because finding lines takes time. */
  rows(): readonly object[];
  readonly batch?: string;
}

const ROWS_PER_WRITE = 1000;

/** Counts for people; for programs one row for each record and one line for all of them (decision 9). */
export function printImport(
  io: Io,
  { dryRun = false, json = false }: JsonOption & { readonly dryRun?: boolean },
  { batch, noun, rows, summary }: ImportReport,
): ResultAsync<Report | undefined, never> {
  return ResultAsync.fromSafePromise(print());

  async function print(): Promise<Report | undefined> {
    const { created, unchanged, updated } = summary;
    if (dryRun) io.stderr.write('dry run, nothing is written\n');
    if (!json) {
      return {
        json: {},
        lines: [
          `${noun}: ${withThousands(created)} created, ${withThousands(updated)} updated, ${withThousands(unchanged)} unchanged`,
        ],
      };
    }
    const all = rows();
    for (let start = 0; start < all.length; start += ROWS_PER_WRITE) {
      const lines = all.slice(start, start + ROWS_PER_WRITE).map(jsonLine);
      await writeText(io.stdout, lines.join(''));
    }
    const counts = { rows: all.length, changed: created + updated, failed: 0 };
    await writeText(io.stdout, jsonLine({ summary: { ...(batch !== undefined && { batch }), ...counts } }));
    return undefined;
  }
}
