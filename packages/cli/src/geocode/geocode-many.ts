import { err, type Location, ok, type Result, ResultAsync } from '@ops-admin/core';
import { shownLine } from '@ops-admin/service/config';
import { type CliError, describeError } from '../cli-error.js';
import type { CommandParts } from '../command-parts.js';
import { EXIT } from '../exit-code.js';
import { type Io, writeText } from '../io.js';
import type { JsonOption } from '../options.js';
import { jsonLine } from '../present/report.js';

/**
 * Prints where each text is, a line each. Errors: `bulk-ended` if some were not located, and errors that end every lookup.
 */
export function geocodeMany(
  io: Io,
  texts: readonly string[],
  locations: CommandParts['locations'],
  options: JsonOption,
): ResultAsync<undefined, CliError> {
  return new ResultAsync(printAll(io, texts, locations, options));
}

/** Errors that do not depend on the text: the next one would fail, too. */
const ENDS: ReadonlySet<CliError['type']> = new Set(['service-failed', 'store-unavailable']);

async function printAll(
  { stdout }: Io,
  texts: readonly string[],
  locations: CommandParts['locations'],
  { json = false }: JsonOption,
): Promise<Result<undefined, CliError>> {
  let failed = 0;
  for (const line of texts) {
    const text = line.trim();
    const found = await locations.find(text);
    if (found.isErr() && ENDS.has(found.error.type)) return err(found.error);
    const record = found.match(
      (location) => ({ text, ...location }),
      (error) => ({ text, message: describeError(error).slice(1).join('; ') }),
    );
    if ('message' in record) failed += 1;
    await writeText(stdout, json ? jsonLine(record) : `${shownLine(`${text}: ${wordsFor(record)}`)}\n`);
  }
  if (failed === 0) return ok(undefined);
  const message = `${failed} of ${texts.length} texts were not located`;
  return err({ type: 'bulk-ended', exitCode: EXIT.partly, message });
}

function wordsFor(record: Location | { readonly message: string }): string {
  if ('message' in record) return record.message;
  const { city, country, lat, long, state } = record;
  return `${[city, state, country].filter((part) => part !== '').join(', ')} (${lat}, ${long})`;
}
