import { err, ok, PERMISSIONS_PER_CHANGE, type Result, ResultAsync } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/core/operations';
import { parsedBy } from '@ops-admin/service';
import * as v from 'valibot';
import type { CliError } from '../cli-error.js';
import { aboutReadOver, type FileMistake, foundText, foundValue } from '../files/file-mistake.js';
import type { Cells, FileForm, FileRecord, MemberPath } from '../files/file-record.js';
import { EMAIL_HEADERS, meantBy } from '../files/header.js';
import { type JudgedFile, judgeFile } from '../files/judge-file.js';
import type { Interruption } from '../interruption.js';
import type { Io } from '../io.js';
import { type Each, isChange, type Row, type RowBlocks, type RowSource } from './row.js';
import { isSeveralPermissions, NAMES_PERMISSIONS, SEVERAL_PERMISSIONS } from './several-permissions.js';
import { parseUntil, UNTIL_FORMS } from './until.js';

/** A file of changes: CSV with one permission a line, or one JSON object a line. */
export interface ChangeFile {
  /** `-` is standard input. */
  readonly file: string;
  /** The header of the column, if it is not to be found by what people call it. */
  readonly userColumn?: string | undefined;
  readonly permissionColumn?: string | undefined;
  /** What rows get that name no permission themselves; none may, unless this names permissions, if only an empty list. */
  readonly each: Each;
  /** Whether rows can say when their permissions end. */
  readonly takesEnds: boolean;
}

/** What people call a user: a number of another system may be beside the e-mail. */
const USER_NAMES = [
  ['user', ...EMAIL_HEADERS],
  ['id', 'user id'],
];

/** The rows of a file. All of it is judged before the first row is given, so that a file that cannot be used changes nothing. */
export function openChangeFile(
  io: Io,
  given: ChangeFile,
  interruption: Interruption,
): ResultAsync<RowSource, CliError> {
  const { permissions } = given.each;
  let takesNamed = false;
  return new ResultAsync(
    judgeFile(io, given.file, formOf(given), interruption, ({ value }) => {
      takesNamed ||= isChange(value) && value.permissions === permissions;
      return [];
    }),
  ).map((judged) => ({
    blocks: blocksOf(judged),
    size: judged.size,
    takesNamed,
    warnings: aboutReadOver(judged.ignored),
  }));
}

const ROWS_PER_BLOCK = 500;

async function* blocksOf(judged: JudgedFile<Row>): RowBlocks {
  try {
    let rows: Row[] = [];
    for await (const one of judged.records()) {
      if (one.isErr()) return yield err(one.error);
      rows.push(one.value.value);
      if (rows.length < ROWS_PER_BLOCK) continue;
      yield ok({ rows, position: one.value.record.position });
      rows = [];
    }
    if (rows.length > 0) yield ok({ rows, position: judged.size });
  } finally {
    await judged.close();
  }
}

function formOf(given: ChangeFile): FileForm<Row> {
  const { each, permissionColumn, takesEnds, userColumn } = given;
  const { permissions } = each;
  const schema = schemaOf(each, takesEnds);
  return {
    columns: {
      user: { names: USER_NAMES, given: userColumn, option: '--user-column' },
      permission: {
        names: [['permission', 'permissions']],
        given: permissionColumn,
        option: '--permission-column',
      },
      until: { names: takesEnds ? [['until']] : [] },
      reason: { names: [['reason']] },
    },
    checkHeader: ({ found }) => {
      if (!found.has('user'))
        return 'no column of the header names the user; call it user, email or id, or name it by --user-column';
      if (permissions === undefined) return found.has('permission') ? NAMES_PERMISSIONS : undefined;
      if (found.has('permission') || permissions.length > 0) return undefined;
      return 'no column of the header names the permission, and neither does the command line; call it permission, or name it by --permission-column';
    },
    takesArrays: false,
    read: (record, ignore) =>
      record.isCsv ? rowOfCells(record, each) : rowOfValue(record, given, schema, ignore),
  };
}

function rowOfCells(record: FileRecord, each: Each): Result<Row, readonly FileMistake[]> {
  const cells = record.value as Cells<'permission' | 'reason' | 'until' | 'user'>;
  const { line } = record;
  const { permission = '' } = cells;
  const [user = '', reason = '', said = ''] = [cells.user?.trim(), cells.reason?.trim(), cells.until?.trim()];
  const until = said === '' ? ok(each.until) : parseUntil(said);
  const mistakes: FileMistake[] = [];
  if (isSeveralPermissions(permission)) mistakes.push(record.mistakeIn(['permission'], SEVERAL_PERMISSIONS));
  if (until.isErr()) mistakes.push(record.mistakeIn(['until'], until.error));
  if (until.isErr() || mistakes.length > 0) return err(mistakes);
  if (user === '') return ok({ line, user, problem: 'user is missing' });
  const own = { ...(until.value && { until: until.value }), ...(reason !== '' && { reason }) };
  if (permission.trim() !== '') return ok({ line, user, permissions: [permission], ...own });
  if (each.permissions?.length === 0) return ok({ line, user, problem: 'permission is missing' });
  return ok({ line, user, ...each, ...own } as Row);
}

const PERMISSIONS = v.pipe(
  v.array(v.string('must be a string'), 'must be an array'),
  v.minLength(1, 'must hold at least one permission'),
  v.maxLength(PERMISSIONS_PER_CHANGE, `must hold at most ${PERMISSIONS_PER_CHANGE} permissions`),
);

const UNTIL = v.pipe(v.string('must be a string'), parsedBy(parseUntil, `must be ${UNTIL_FORMS}`));
/** Of a removal: ignored. */
const NOTHING = v.pipe(
  v.optional(v.unknown()),
  v.transform(() => undefined),
);

function schemaOf({ permissions }: Each, takesEnds: boolean) {
  return v.object(
    {
      user: v.pipe(v.string('must be a string'), v.trim(), v.nonEmpty('must not be empty')),
      permissions: permissions?.length === 0 ? PERMISSIONS : v.optional(PERMISSIONS),
      reason: v.optional(v.string('must be a string')),
      until: takesEnds ? v.optional(UNTIL) : NOTHING,
    },
    'must be an object',
  );
}

function rowOfValue(
  record: FileRecord,
  { each, takesEnds }: ChangeFile,
  schema: ReturnType<typeof schemaOf>,
  ignore: (member: string) => void,
): Result<Row, readonly FileMistake[]> {
  const parsed = v.safeParse(schema, record.value);
  if (!parsed.success) {
    return err(
      parsed.issues.map((issue) => {
        const found = issue.input === undefined ? undefined : foundValue(issue.input);
        return record.mistakeIn(pathOf(issue), describeIssue(issue, 'the line'), found);
      }),
    );
  }
  const { permissions, ...named } = parsed.output;
  const mistakes: FileMistake[] = [];
  const known = Object.keys(schema.entries).filter((member) => takesEnds || member !== 'until');
  for (const member of Object.keys(record.value as object)) {
    if (known.includes(member)) continue;
    const meant = meantBy(member, known);
    if (meant === undefined || meant in parsed.output) ignore(member);
    else
      mistakes.push(record.mistakeIn([member], `nothing reads the member ${member}; did you mean ${meant}?`));
  }
  const [wrong, message] = each.permissions
    ? [permissions?.findIndex(isSeveralPermissions) ?? -1, SEVERAL_PERMISSIONS]
    : [permissions ? 0 : -1, NAMES_PERMISSIONS];
  if (wrong >= 0)
    mistakes.push(record.mistakeIn(['permissions', wrong], message, foundText(permissions?.[wrong] ?? '')));
  if (mistakes.length > 0) return err(mistakes);
  return ok({ line: record.line, ...each, ...named, ...(permissions && { permissions }) } as Row);
}

function pathOf(issue: v.BaseIssue<unknown>): MemberPath {
  return (issue.path ?? []).map(({ key }) => key as PropertyKey);
}
