import { type ArchivedPart, err, ok, type Result, ResultAsync } from '@ops-admin/core';
import { readAudit } from '@ops-admin/core/operations';
import type { CliError } from '../cli-error.js';
import type { CommandParts } from '../command-parts.js';
import { type Io, writeText } from '../io.js';
import { csvHeader, csvLine } from '../present/audit-csv.js';
import { archivedLines } from '../present/audit-entry.js';
import { jsonLine } from '../present/report.js';
import { searchOf, type TrailOptions } from './trail-options.js';

export interface ExportOptions extends TrailOptions {
  readonly format: 'ndjson' | 'csv';
}

/** The output is written in blocks of this length. */
const CHARACTERS_PER_WRITE = 64 * 1024;

/** Writes the matching entries, the oldest first, no faster than they are read. */
export function exportTrail(
  { stderr, stdout }: Io,
  audit: CommandParts['audit'],
  options: ExportOptions,
): ResultAsync<undefined, CliError> {
  const isCsv = options.format === 'csv';
  const lineOf = isCsv ? csvLine : jsonLine;
  const write = async (): Promise<Result<undefined, CliError>> => {
    const nameArchives = (archives: readonly ArchivedPart[]) => {
      for (const line of archivedLines(archives)) stderr.write(`${line}\n`);
    };
    let block = isCsv ? csvHeader() : '';
    for await (const entry of readAudit(audit, searchOf(options, true), nameArchives)) {
      if (entry.isErr()) return err(entry.error);
      block += lineOf(entry.value);
      if (block.length < CHARACTERS_PER_WRITE) continue;
      await writeText(stdout, block);
      block = '';
    }
    await writeText(stdout, block);
    return ok(undefined);
  };
  return new ResultAsync(write());
}
