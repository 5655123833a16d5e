import { addAbortSignal } from 'node:stream';
import { err, moduleOf, ok, type Result, ResultAsync, type Timestamp } from '@ops-admin/core';
import { foldAscii, readCsvCell } from '@ops-admin/core/operations';
import { type InvalidInput, invalidInput } from '../cli-error.js';
import { type FileMistake, type FileMistakes, fileMistakes, fileNameOf } from '../file-mistake.js';
import type { Io } from '../io.js';
import { unreadable } from '../unreadable.js';
import { type CsvHeader, readCsvRecords } from './read-csv-records.js';
import { readTextBlocks } from './read-text-blocks.js';
import { type Readings, readingsOf } from './readings.js';
import { parseUntil } from './until.js';

/** A line of a file that says what a user holds, as `permissions export` writes it. */
export interface GrantRow {
  /** An id or an e-mail. */
  readonly user: string;
  /** As the file says it, with escapes: `WrittenStrings` know what is meant. */
  readonly permission: string;
  readonly until?: Timestamp;
  /** The entry that gave it; 0 for none. */
  readonly entry: number;
  /** Missing where nothing was decided. */
  readonly decision?: 'keep' | 'remove';
  readonly line: number;
}

type Column = 'user' | 'permission' | 'until' | 'entry' | 'decision';

/** An id is surer than an e-mail. */
const COLUMNS = {
  user: {
    names: [['user id'], ['user'], ['email', 'email address', 'mail', 'work email'], ['id']],
  },
  permission: { names: [['permission']] },
  until: { names: [['until']] },
  entry: { names: [['entry']] },
  decision: { names: [['decision']] },
};

/**
 * Reads a whole file of what users hold, a CSV with the columns of `permissions export`; others are read over. A mistake refuses all
 * of it, and so do rows that say different things of the same permission of a user. Errors: `file-mistakes`, `invalid-input`.
 */
export function readGrantFile(
  io: Io,
  file: string,
  how: { readonly isReview: boolean; readonly modules?: readonly string[] | undefined },
  signal: AbortSignal,
): ResultAsync<readonly GrantRow[], InvalidInput | FileMistakes> {
  return readingsOf(io, file, signal).andThen(
    (readings) => new ResultAsync(readAll(readings, file, how, signal)),
  );
}

/** What is wrong with a row that has another end than an earlier one about the same permission of the same user. */
export function anotherUntil({ line }: Pick<GrantRow, 'line'>): string {
  return `line ${line} has another until of the same permission`;
}

async function readAll(
  readings: Readings,
  given: string,
  { isReview, modules }: Parameters<typeof readGrantFile>[2],
  signal: AbortSignal,
): Promise<Result<readonly GrantRow[], InvalidInput | FileMistakes>> {
  const file = fileNameOf(given);
  const bytes = readings.open();
  const rows: GrantRow[] = [];
  const mistakes: FileMistake[] = [];
  const seen = new Map<string, GrantRow>();
  // Strings are few, and rows are many.
  const texts = new Map<string, string>();
  const once = (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  const check = ({ found }: CsvHeader<Column>) => {
    const wanted: readonly Column[] = isReview
      ? ['user', 'permission', 'entry', 'decision']
      : ['user', 'permission'];
    const missing = wanted.find((column) => !found.has(column));
    return missing && `there is no column ${missing}; take a file of permissions export`;
  };
  try {
    const blocks = readTextBlocks(addAbortSignal(signal, bytes), file);
    for await (const block of readCsvRecords(blocks, { file, columns: COLUMNS, check })) {
      if (block.isErr()) {
        mistakes.push(...block.error.mistakes);
        break;
      }
      mistakes.push(...block.value.mistakes);
      for (const { cells, line, mistakeIn } of block.value.records) {
        const wrong = (column: Column, message: string) => void mistakes.push(mistakeIn(column, message));
        const user = once(readCsvCell(cells.user?.trim() ?? ''));
        const permission = once(readCsvCell(cells.permission ?? ''));
        const [said, cell] = [cells.until?.trim() ?? '', cells.entry?.trim() ?? ''];
        const decision = cells.decision?.trim().toLowerCase() ?? '';
        const until = said === '' ? ok(undefined) : parseUntil(said);
        const isOutside = modules && !modules.includes(moduleOf(permission) ?? '');
        if (user === '') wrong('user', 'user is missing');
        else if (permission.trim() === '') wrong('permission', 'permission is missing');
        else if (isOutside) wrong('permission', 'this is outside of the modules that --module names');
        else if (until.isErr()) wrong('until', until.error);
        else if (!/^\d{0,15}$/.test(cell)) wrong('entry', 'entry must be the number of an entry');
        else if (!/^(?:keep|remove|)$/.test(decision))
          wrong('decision', 'decision must be keep, remove or empty');
        else {
          const row: GrantRow = {
            user,
            permission,
            ...(until.value && { until: until.value }),
            entry: Number(cell),
            ...(isReview && decision !== '' && { decision: decision as 'keep' | 'remove' }),
            line,
          };
          const isSaid = !isReview || row.decision !== undefined;
          const key = `${foldAscii(user)} ${permission}`;
          const other = isSaid ? seen.get(key) : undefined;
          if (isSaid && !other) seen.set(key, row);
          if (isReview && other && other.decision !== row.decision)
            wrong('decision', `line ${other.line} decides otherwise about the same permission`);
          if (!isReview && other && other.until !== row.until) wrong('until', anotherUntil(other));
          rows.push(row);
        }
      }
    }
  } catch (error) {
    if (!(error instanceof Error && ('syscall' in error || signal.aborted))) throw error;
    return err(unreadable(given, error));
  } finally {
    bytes.destroy();
    await readings.close();
  }
  const refused = fileMistakes(mistakes);
  if (refused) return err(refused);
  if (rows.length === 0) return err(invalidInput(`${file} says nothing of any user`));
  return ok(rows);
}
