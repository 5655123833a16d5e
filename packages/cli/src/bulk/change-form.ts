import { ok, PERMISSIONS_PER_CHANGE } from '@ops-admin/core';
import { parsedBy } from '@ops-admin/service';
import * as v from 'valibot';
import { foundText } from '../files/file-mistake.js';
import { type Cells, type FileForm, fileForm, type Problem } from '../files/file-record.js';
import { EMAIL_HEADERS } from '../files/header.js';
import { isSeveralPermissions, NAMES_PERMISSIONS, SEVERAL_PERMISSIONS } from './record-values.js';
import { checkedRow, type Each, type Row } from './row.js';
import { parseUntil, UNTIL_FORMS } from './until.js';

/** A file of changes: CSV with one permission a line, or one JSON object a line. */
export interface ChangeFile {
  /** `-` is standard input. */
  readonly file: string;
  /** The change of rows without permissions of their own. Rows may have permissions only if this has a list, which can be empty. */
  readonly each: Each;
  readonly takesEnds: boolean;
}

/** The headers of users, the best first: next to an e-mail, an id can be that of another system. */
export const USER_NAMES: readonly (readonly string[])[] = [
  ['user', ...EMAIL_HEADERS],
  ['id', 'user id'],
];

const PERMISSIONS = v.pipe(
  v.array(v.string('must be a string'), 'must be an array'),
  v.minLength(1, 'must hold at least one permission'),
  v.maxLength(PERMISSIONS_PER_CHANGE, `must hold at most ${PERMISSIONS_PER_CHANGE} permissions`),
);

const CHANGE = v.object(
  {
    user: v.pipe(v.string('must be a string'), v.trim()),
    permissions: v.optional(PERMISSIONS),
    reason: v.optional(v.string('must be a string')),
  },
  'must be an object',
);
const CHANGE_WITH_END = v.object(
  {
    ...CHANGE.entries,
    until: v.optional(v.pipe(v.string('must be a string'), parsedBy(parseUntil, `must be ${UNTIL_FORMS}`))),
  },
  CHANGE.message,
);

export function changeForm({ each, takesEnds }: ChangeFile): FileForm<Row> {
  const schema = takesEnds ? CHANGE_WITH_END : CHANGE;
  return fileForm({
    columns: {
      user: { names: USER_NAMES },
      permission: { names: [['permission', 'permissions']] },
      until: { names: takesEnds ? [['until']] : [] },
      reason: { names: [['reason']] },
    },
    checkHeader: ({ found }) => {
      if (!found.has('user')) return 'no column of the header names the user; call it user, email or id';
      if (each.permissions === undefined) return found.has('permission') ? NAMES_PERMISSIONS : undefined;
      if (found.has('permission') || each.permissions.length > 0) return undefined;
      return 'no column of the header names the permission, and neither does the command line; call it permission';
    },
    takes: 'lines',
    valueOf: ({ permission = '', reason, until, user = '' }: Cells) => ({
      user,
      ...(permission.trim() !== '' && { permissions: [permission] }),
      ...(reason?.trim() && { reason: reason.trim() }),
      ...(until?.trim() && { until: until.trim() }),
    }),
    columnOf: ([member]) => (member === 'permissions' ? 'permission' : String(member ?? 'user')),
    members: new Map([['', Object.keys(schema.entries)]]),
    schema,
    what: 'the line',
    check: (value, { isCsv }) => problemsOf(value, isCsv, each),
    finish: ({ permissions, user, ...said }, { line }) => {
      if (user === '') return ok({ line, user, problem: 'user is missing' });
      if (!permissions && each.permissions?.length === 0)
        return ok({ line, user, problem: 'permission is missing' });
      return ok(checkedRow({ line, user, ...each, ...said, ...(permissions && { permissions }) } as Row));
    },
  });
}

/** Returns problems that the schema does not find. A line of CSV without a user or a permission only fails its row; in JSON it is a mistake. */
function problemsOf(value: object, isCsv: boolean, each: Each): Problem[] {
  const { permissions, user } = value as { readonly permissions?: unknown; readonly user?: unknown };
  const strings = Array.isArray(permissions) ? permissions.map(String) : [];
  const [wrong, message] = each.permissions
    ? [strings.findIndex(isSeveralPermissions), SEVERAL_PERMISSIONS]
    : [strings.length > 0 ? 0 : -1, NAMES_PERMISSIONS];
  const problems: Problem[] = [];
  if (wrong >= 0)
    problems.push({ path: ['permissions', wrong], message, found: foundText(strings[wrong] ?? '') });
  if (isCsv) return problems;
  if (typeof user === 'string' && user.trim() === '')
    problems.push({ path: ['user'], message: 'user must not be empty', found: foundText('') });
  if (permissions === undefined && each.permissions?.length === 0)
    problems.push({ path: ['permissions'], message: 'permissions is required' });
  return problems;
}
