import { err, moduleOf, ok, type Result, ResultAsync, type Timestamp } from '@ops-admin/core';
import { foldAscii, readCsvCell } from '@ops-admin/core/operations';
import type { CliError } from '../cli-error.js';
import type { FileMistake } from '../files/file-mistake.js';
import type { Cells, FileForm, FileRecord } from '../files/file-record.js';
import { EMAIL_HEADERS } from '../files/header.js';
import { judgeFile, type ReadRecord } from '../files/judge-file.js';
import type { Interruption } from '../interruption.js';
import type { Io } from '../io.js';
import { isSeveralPermissions, SEVERAL_PERMISSIONS } from './several-permissions.js';
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

/** What a file of what users hold is read for. */
export interface GrantFile {
  readonly isReview: boolean;
  readonly modules?: readonly string[] | undefined;
}

/** What is wrong with a row that has another end than an earlier one about the same permission of the same user. */
export function anotherUntil({ line }: Pick<GrantRow, 'line'>): string {
  return `line ${line} has another until of the same permission`;
}

/** Reads a whole file of what users hold. Rows that say different things of the same permission of a user refuse it, too. */
export function readGrantFile(
  io: Io,
  file: string,
  how: GrantFile,
  interruption: Interruption,
): ResultAsync<readonly GrantRow[], CliError> {
  return new ResultAsync(readAll(io, file, how, interruption));
}

async function readAll(
  io: Io,
  file: string,
  how: GrantFile,
  interruption: Interruption,
): Promise<Result<readonly GrantRow[], CliError>> {
  const rows: GrantRow[] = [];
  const seen = new Map<string, GrantRow>();
  const across = ({ record, value: row }: ReadRecord<GrantRow>): FileMistake[] => {
    rows.push(row);
    const isSaid = !how.isReview || row.decision !== undefined;
    const key = `${foldAscii(row.user)} ${row.permission}`;
    const other = isSaid ? seen.get(key) : undefined;
    if (isSaid && !other) seen.set(key, row);
    if (how.isReview && other && other.decision !== row.decision)
      return [
        record.mistakeIn(['decision'], `line ${other.line} decides otherwise about the same permission`),
      ];
    if (!how.isReview && other && other.until !== row.until)
      return [record.mistakeIn(['until'], anotherUntil(other))];
    return [];
  };
  const judged = await judgeFile(io, file, formOf(how), interruption, across);
  if (judged.isErr()) return err(judged.error);
  await judged.value.close();
  return ok(rows);
}

function formOf({ isReview, modules }: GrantFile): FileForm<GrantRow> {
  // Strings are few, and rows are many.
  const texts = new Map<string, string>();
  const once = (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  return {
    columns: {
      // An id is surer than an e-mail.
      user: { names: [['user id'], ['user'], EMAIL_HEADERS, ['id']] },
      permission: { names: [['permission']] },
      until: { names: [['until']] },
      entry: { names: [['entry']] },
      decision: { names: [['decision']] },
    },
    checkHeader: ({ found }) => {
      const wanted = isReview ? ['user', 'permission', 'entry', 'decision'] : ['user', 'permission'];
      const missing = wanted.find((column) => !found.has(column));
      return missing && `there is no column ${missing}; take a file of permissions export`;
    },
    takesArrays: false,
    read: (record) => read(record, isReview, modules, once),
  };
}

function read(
  record: FileRecord,
  isReview: boolean,
  modules: readonly string[] | undefined,
  once: (text: string) => string,
): Result<GrantRow, readonly FileMistake[]> {
  const wrong = (column: string, message: string) => err([record.mistakeIn([column], message)]);
  if (!record.isCsv) return wrong('', 'this is not CSV; take a file of permissions export');
  const cells = record.value as Cells<'decision' | 'entry' | 'permission' | 'until' | 'user'>;
  const user = once(readCsvCell(cells.user?.trim() ?? ''));
  const permission = once(readCsvCell(cells.permission ?? ''));
  const [said = '', cell = ''] = [cells.until?.trim(), cells.entry?.trim()];
  const decision = cells.decision?.trim().toLowerCase() ?? '';
  const until = said === '' ? ok(undefined) : parseUntil(said);
  if (user === '') return wrong('user', 'user is missing');
  if (permission.trim() === '') return wrong('permission', 'permission is missing');
  if (isSeveralPermissions(permission)) return wrong('permission', SEVERAL_PERMISSIONS);
  if (modules && !modules.includes(moduleOf(permission) ?? ''))
    return wrong('permission', 'this is outside of the modules that --module names');
  if (until.isErr()) return wrong('until', until.error);
  if (!/^\d{0,15}$/.test(cell)) return wrong('entry', 'entry must be the number of an entry');
  if (!/^(?:keep|remove|)$/.test(decision))
    return wrong('decision', 'decision must be keep, remove or empty');
  return ok({
    user,
    permission,
    ...(until.value && { until: until.value }),
    entry: Number(cell),
    ...(isReview && decision !== '' && { decision: decision as 'keep' | 'remove' }),
    line: record.line,
  });
}
