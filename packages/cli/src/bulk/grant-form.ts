import { moduleOf, ok, type ResultAsync, type Timestamp } from '@ops-admin/core';
import { foldKey, readCsvCell } from '@ops-admin/core/operations';
import { parsedBy } from '@ops-admin/service';
import * as v from 'valibot';
import type { CliError } from '../cli-error.js';
import { type Cells, type FileForm, fileForm } from '../files/file-record.js';
import { EMAIL_HEADERS } from '../files/header.js';
import { readFile } from '../files/judge-file.js';
import type { Interruption } from '../interruption.js';
import type { Io } from '../io.js';
import { isSeveralPermissions, SEVERAL_PERMISSIONS } from './record-values.js';
import { parseUntil, UNTIL_FORMS } from './until.js';

/** A line of a file that says what a user holds, as `permissions export` writes it. */
export interface GrantRow {
  /** An id or an e-mail. */
  readonly user: string;
  readonly permission: string;
  readonly until?: Timestamp;
  /** The entry that gave it; 0 for none. */
  readonly entry: number;
  /** Missing where nothing was decided. */
  readonly decision?: 'keep' | 'remove';
  readonly line: number;
}

/** How a file of held permissions is read. */
export interface GrantFile {
  readonly isReview: boolean;
  readonly modules?: readonly string[] | undefined;
}

/** Describes a row whose end contradicts an earlier row about the same permission of the same user. */
export function anotherUntil({ line }: Pick<GrantRow, 'line'>): string {
  return `line ${line} has another until of the same permission`;
}

/** Reads a whole file of permissions. Rows that contradict each other about a permission of a user refuse it, too. */
export function readGrantFile(
  io: Io,
  file: string,
  how: GrantFile,
  interruption: Interruption,
): ResultAsync<readonly GrantRow[], CliError> {
  const seen = new Map<string, GrantRow>();
  return readFile(io, file, grantForm(how), interruption, ({ record, value: row }) => {
    const isSaid = !how.isReview || row.decision !== undefined;
    const key = `${foldKey(row.user)} ${row.permission}`;
    const other = isSaid ? seen.get(key) : undefined;
    if (isSaid && !other) seen.set(key, row);
    if (how.isReview && other && other.decision !== row.decision)
      return [
        record.mistakeIn(['decision'], `line ${other.line} decides otherwise about the same permission`),
      ];
    if (!how.isReview && other && other.until !== row.until)
      return [record.mistakeIn(['until'], anotherUntil(other))];
    return [];
  }).map(({ values }) => values);
}

function grantForm({ isReview, modules }: GrantFile): FileForm<GrantRow> {
  // Strings are few, and rows are many.
  const texts = new Map<string, string>();
  const once = (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  return fileForm({
    columns: {
      // An id is surer than an e-mail.
      user: { names: [['user id'], ['user'], EMAIL_HEADERS, ['id']], givesWay: true },
      permission: { names: [['permission']] },
      until: { names: [['until']] },
      entry: { names: [['entry']] },
      decision: { names: [['decision']] },
    },
    checkHeader: ({ found }) => {
      const wanted = isReview ? ['user', 'permission', 'entry', 'decision'] : ['user', 'permission'];
      const missing = wanted.find((column) => !found.has(column));
      return missing && `the column ${missing} is missing; take a file of permissions export`;
    },
    takes: 'csv',
    valueOf: ({ decision = '', entry = '', permission = '', until, user = '' }: Cells) => ({
      user: readCsvCell(user.trim()),
      permission: readCsvCell(permission),
      until: until?.trim() || undefined,
      entry: entry.trim(),
      decision: decision.trim().toLowerCase(),
    }),
    columnOf: ([column]) => String(column),
    members: new Map(),
    schema: GRANT,
    what: 'the line',
    check: (value) => {
      const { permission } = value as { readonly permission: string };
      const isOutside = modules && permission.trim() !== '' && !modules.includes(moduleOf(permission) ?? '');
      const message = isSeveralPermissions(permission)
        ? SEVERAL_PERMISSIONS
        : isOutside && 'this is outside of the modules that --module names';
      return message ? [{ path: ['permission'], message }] : [];
    },
    finish: ({ decision, entry, permission, until, user }, { line }) =>
      ok({
        user: once(user),
        permission: once(permission),
        ...(until && { until }),
        entry: Number(entry),
        ...(isReview && decision !== '' && { decision: decision as 'keep' | 'remove' }),
        line,
      }),
  });
}

const GRANT = v.object({
  user: v.pipe(v.string(), v.nonEmpty('is missing')),
  permission: v.pipe(v.string(), v.regex(/\S/, 'is missing')),
  until: v.optional(v.pipe(v.string(), parsedBy(parseUntil, `must be ${UNTIL_FORMS}`))),
  entry: v.pipe(v.string(), v.regex(/^\d{0,15}$/, 'must be the number of an entry')),
  decision: v.pipe(v.string(), v.regex(/^(?:keep|remove|)$/, 'must be keep, remove or empty')),
});
