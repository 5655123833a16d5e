import { err, ok } from '@ops-admin/core';
import { foundText } from '../file-mistake.js';
import { type CsvHeader, type CsvRecord, readCsvRecords } from './read-csv-records.js';
import type { TextBlocks } from './read-text-blocks.js';
import type { Each, Row, RowBlocks } from './row.js';
import { isSeveralPermissions, NAMES_PERMISSIONS, SEVERAL_PERMISSIONS } from './several-permissions.js';
import { parseUntil } from './until.js';

/** A file of changes. */
export interface ChangeFile {
  /** `-` is standard input; for its rows, the name in mistakes. */
  readonly file: string;
  /** The header of the column, if it is not to be found by what people call it. */
  readonly userColumn?: string | undefined;
  readonly permissionColumn?: string | undefined;
  /** What rows get that name no permission themselves; none may, unless this names permissions, if only an empty list. */
  readonly each: Each;
  /** Whether rows can say when their permissions end. */
  readonly takesEnds: boolean;
}

type Column = 'user' | 'permission' | 'until' | 'reason';

/** What people call a user (decision 9): a number of another system may be beside the e-mail. */
const USER_NAMES = [
  ['user', 'email', 'email address', 'mail', 'work email'],
  ['id', 'user id'],
];

/** Reads CSV with a header, one permission a line. Errors: `file-mistakes`; the rows before the mistake come first. */
export async function* readCsvRows(
  blocks: TextBlocks,
  { each, file, permissionColumn, takesEnds, userColumn }: ChangeFile,
): RowBlocks {
  const columns = {
    user: { names: USER_NAMES, given: userColumn, option: '--user-column' },
    permission: {
      names: [['permission', 'permissions']],
      given: permissionColumn,
      option: '--permission-column',
    },
    until: { names: takesEnds ? [['until']] : [] },
    reason: { names: [['reason']] },
  };
  const check = (header: CsvHeader<Column>) => problemOf(header, each);
  for await (const block of readCsvRecords(blocks, { file, columns, check })) {
    if (block.isErr()) return yield err(block.error);
    const { header, mistakes, position, records } = block.value;
    const several = records.flatMap((record) =>
      isSeveralPermissions(record.cells.permission ?? '')
        ? [record.mistakeIn('permission', SEVERAL_PERMISSIONS)]
        : [],
    );
    yield ok({
      rows: records.map((record) => rowOf(record, each)),
      position,
      mistakes: [...mistakes, ...several],
      unknown: header.unknown,
    });
  }
}

function problemOf({ found }: CsvHeader<Column>, { permissions }: Each): string | undefined {
  if (!found.has('user')) {
    return 'no column of the header names the user; call it user, email or id, or name it by --user-column';
  }
  if (permissions === undefined) return found.has('permission') ? NAMES_PERMISSIONS : undefined;
  if (found.has('permission') || permissions.length > 0) return undefined;
  return 'no column of the header names the permission, and neither does the command line; call it permission, or name it by --permission-column';
}

function rowOf({ cells, line }: CsvRecord<Column>, each: Each): Row {
  const user = cells.user?.trim() ?? '';
  const permission = cells.permission ?? '';
  const reason = cells.reason?.trim() ?? '';
  if (user === '') return { line, user, problem: 'user is missing' };
  const why = reason === '' ? {} : { reason };
  const cell = cells.until?.trim() ?? '';
  const until = cell === '' ? ok(each.until) : parseUntil(cell);
  if (until.isErr()) return { line, user, problem: `${until.error}, found ${foundText(cell)}` };
  const own = { ...(until.value && { until: until.value }), ...why };
  if (permission.trim() !== '') return { line, user, permissions: [permission], ...own };
  return each.permissions?.length === 0
    ? { line, user, problem: 'permission is missing' }
    : ({ line, user, ...each, ...own } as Row);
}
