import { setTimeout as pause } from 'node:timers/promises';
import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import { AUDIT_CSV, AUDIT_RECORDS_PER_PAGE } from '@ops-admin/core/operations';
import { type CliError, describeError } from '../cli-error.js';
import type { CommandParts } from '../command-parts.js';
import { codeOf } from '../error-code.js';
import { EXIT } from '../exit-code.js';
import { type Io, writeText, writeTexts } from '../io.js';
import { jsonLine } from '../present/report.js';
import { searchOf, type TrailOptions } from './trail-options.js';

export interface ExportOptions extends TrailOptions {
  readonly follow?: boolean;
  readonly format: 'ndjson' | 'csv';
}

/** The longest a service holds a request: shorter than the silence that ends it. */
const WAIT_SECONDS = 50;

/** The pause between two looks at a database, and before a retry; it doubles after each failure. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Writes the matching entries, the oldest first, no faster than they are read. */
export function exportTrail(
  { stderr, stdout }: Io,
  audit: CommandParts['audit'],
  options: ExportOptions,
): ResultAsync<undefined, CliError> {
  const isCsv = options.format === 'csv';
  if (options.follow)
    return new ResultAsync(follow(stderr, audit, options, (text) => writeText(stdout, text)));
  async function* texts(): AsyncGenerator<Result<string, CliError>, void> {
    if (isCsv) yield ok(AUDIT_CSV.header);
    for await (const entry of audit.read(searchOf(options, true)))
      yield entry.map((one) => (isCsv ? AUDIT_CSV.lineOf(one) : jsonLine(one)));
  }
  return writeTexts(stdout, texts());
}

/** Writes existing entries, then new ones, until the process ends. After a first success, failures are retried. */
async function follow(
  stderr: Io['stderr'],
  audit: CommandParts['audit'],
  options: ExportOptions,
  write: (text: string) => Promise<void>,
): Promise<Result<undefined, CliError>> {
  const isCsv = options.format === 'csv';
  const { after: first = 0, ...search } = searchOf(options, true);
  if (isCsv) await write(AUDIT_CSV.header);
  let pauseMs = PAUSE_MS;
  for (let after = first, hasWorked = false; ; ) {
    const asked = performance.now();
    const page = await audit.follow({ ...search, after, wait: WAIT_SECONDS, limit: AUDIT_RECORDS_PER_PAGE });
    if (page.isErr()) {
      if (!hasWorked || !isPassing(page.error)) return err(page.error);
      const [, ...lines] = describeError(page.error);
      if (pauseMs === PAUSE_MS) stderr.write(`${lines.join('; ')}; trying again\n`);
      await pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      continue;
    }
    hasWorked = true;
    pauseMs = PAUSE_MS;
    const { entries, next } = page.value;
    after = next;
    if (entries.length > 0)
      await write(entries.map((one) => (isCsv ? AUDIT_CSV.lineOf(one) : jsonLine(one))).join(''));
    else await pause(Math.max(0, PAUSE_MS - (performance.now() - asked)));
  }
}

/** Reports whether a retry can succeed: the database or the service is unavailable for a while. */
function isPassing(error: CliError): boolean {
  return (
    codeOf(error, EXIT.failed) === 'SERVER_ERROR' || codeOf(error, EXIT.failed) === 'SERVICE_UNAVAILABLE'
  );
}
