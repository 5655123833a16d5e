import {
  AUDIT_LOG,
  type AuditEntry,
  err,
  ok,
  type Result,
  ResultAsync,
  readAuditTrail,
} from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { Session } from '../command-context.js';
import { type Io, writeText } from '../io.js';
import { csvHeader, csvLine } from '../present/audit-csv.js';
import { presentAuditEntry } from '../present/audit-entry.js';
import { filterOf, type TrailOptions } from './trail-options.js';

export interface ExportOptions extends TrailOptions {
  readonly format: 'ndjson' | 'csv';
}

/** Characters that are written at once. */
const BLOCK = 64 * 1024;

/** Writes the entries that match, the oldest first, no faster than they are taken. */
export function exportTrail(
  { stdout }: Io,
  session: Session,
  options: ExportOptions,
): ResultAsync<undefined, CliError> {
  const { after: afterId, format } = options;
  const lineOf =
    format === 'csv' ? csvLine : (entry: AuditEntry) => `${JSON.stringify(presentAuditEntry(entry))}\n`;
  return filterOf(session, options).andThen((filter) => {
    const entries = readAuditTrail(session.container.get(AUDIT_LOG), {
      ...filter,
      ...(afterId !== undefined && { afterId }),
    });
    const write = async (): Promise<Result<undefined, CliError>> => {
      let block = format === 'csv' ? csvHeader() : '';
      for await (const entry of entries) {
        if (entry.isErr()) return err(entry.error);
        block += lineOf(entry.value);
        if (block.length < BLOCK) continue;
        await writeText(stdout, block);
        block = '';
      }
      await writeText(stdout, block);
      return ok(undefined);
    };
    return new ResultAsync(write());
  });
}
