import type { Readable } from 'node:stream';
import { err } from '@ops-admin/core';
import { csvRecords } from './csv-records.js';
import { fileNameOf } from './file-mistake.js';
import type { AnyForm, FileRecords } from './file-record.js';
import { arrayRecords, lineRecords } from './json-records.js';
import type { Readings } from './readings.js';
import { encodingOf, textBlocks } from './text-blocks.js';

/** The largest file that is read as a whole, in bytes: 256 MiB. */
const MAX_WHOLE_BYTES = 256 * 1024 * 1024;

const CONTAINERS: Readonly<Record<string, string>> = { '504b0304': '.xlsx', d0cf11e0: '.xls' };

/**
 * Reads the records of a file in order: CSV with a header, one JSON object a line, or an array. The content says which; a file
 * called `.json`, `.ndjson` or `.jsonl` is not read as CSV. Errors of the system are thrown.
 */
export async function* readRecords(
  given: string,
  { open, size }: Readings,
  form: AnyForm,
  ignore: (name: string) => void,
): FileRecords {
  const file = fileNameOf(given);
  const refused = (message: string) => err({ file, line: 1, column: 1, message });
  const { format, problem } = await formatOf(open(), given);
  const takesArrays = form.takes === 'arrays';
  const { isStreamed = false } = form;
  const isTooLong = size > MAX_WHOLE_BYTES && !(isStreamed && format === 'lines');
  if (problem !== undefined) return yield refused(problem);
  if (format === undefined)
    return yield refused(`the file is empty${takesArrays ? '; an empty list is []' : ''}`);
  if (format === 'array' && !takesArrays) return yield refused('this is an array; write one object a line');
  if (isTooLong)
    return yield refused(
      `the file is longer than 256 MiB; split it${isStreamed ? ', or write one JSON object a line' : ''}`,
    );
  const bytes = format === 'array' ? open(size) : open();
  try {
    if (format === 'array') yield* arrayRecords(file, bytes);
    else if (format === 'lines') yield* lineRecords(file, textBlocks(file, bytes), takesArrays);
    else yield* csvRecords(file, textBlocks(file, bytes), form, ignore);
  } finally {
    bytes.destroy();
  }
}

/** Returns the format by the beginning of a file; neither member if the file is blank. */
async function formatOf(
  bytes: Readable,
  given: string,
): Promise<{ readonly format?: 'array' | 'csv' | 'lines'; readonly problem?: string }> {
  let encoding: ReturnType<typeof encodingOf> | undefined;
  // A stream that is left is destroyed.
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const container = encoding ? undefined : CONTAINERS[chunk.toString('hex', 0, 4)];
    if (container)
      return { problem: `this is a spreadsheet (${container}); save it as CSV in UTF-8, and name that file` };
    encoding ??= encodingOf(chunk);
    const text = new TextDecoder(encoding).decode(chunk);
    const [first] = text.trimStart();
    if (first === undefined) continue;
    if (/\r[^\n]/.test(text) && !text.includes('\n'))
      return { problem: 'the lines end with CR alone; save the file with line ends LF or CRLF' };
    if (first === '[') return { format: 'array' };
    return { format: first === '{' || /\.(json|ndjson|jsonl)$/i.test(given) ? 'lines' : 'csv' };
  }
  return {};
}
