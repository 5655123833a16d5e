import { err, ok, PERMISSIONS_PER_CHANGE } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/service';
import * as v from 'valibot';
import { type FileMistake, foundText, foundValue } from '../file-mistake.js';
import type { ChangeColumns } from './read-csv-rows.js';
import type { TextBlocks } from './read-text-blocks.js';
import type { Row, RowBlocks } from './row.js';
import { isSeveralPermissions, SEVERAL_PERMISSIONS } from './several-permissions.js';

/** The settings for reading the rows of a file. */
export interface RowsOf extends ChangeColumns {
  /** Its name in mistakes. */
  readonly file: string;
  /** The permissions for rows without one; can be empty. */
  readonly permissions: readonly string[];
}

const PERMISSIONS = v.pipe(
  v.array(v.string('must be a string'), 'must be an array'),
  v.minLength(1, 'must hold at least one permission'),
  v.maxLength(PERMISSIONS_PER_CHANGE, `must hold at most ${PERMISSIONS_PER_CHANGE} permissions`),
);

/** Reads one JSON object a line; empty lines are skipped. Errors: `file-mistakes`. */
export async function* readNdjsonRows(blocks: TextBlocks, { file, permissions }: RowsOf): RowBlocks {
  const schema = v.object(
    {
      user: v.pipe(v.string('must be a string'), v.trim(), v.nonEmpty('must not be empty')),
      permissions: permissions.length > 0 ? v.optional(PERMISSIONS) : PERMISSIONS,
      reason: v.optional(v.string('must be a string')),
    },
    'must be an object',
  );
  for await (const block of blocks) {
    if (block.isErr()) return yield err(block.error);
    const { firstLine, position, text } = block.value;
    const rows: Row[] = [];
    const mistakes: FileMistake[] = [];
    for (const [index, written] of text.split('\n').entries()) {
      if (written.trim() === '') continue;
      const line = firstLine + index;
      const row = rowOf(written, line, schema, permissions);
      const several = 'permissions' in row ? row.permissions.find(isSeveralPermissions) : undefined;
      if (several !== undefined) {
        const column = 1 + Math.max(0, written.indexOf(JSON.stringify(several)));
        mistakes.push({ file, line, column, message: SEVERAL_PERMISSIONS, found: foundText(several) });
      }
      rows.push(row);
    }
    yield ok({ rows, position, mistakes });
  }
}

type Schema = v.GenericSchema<
  unknown,
  {
    readonly user: string;
    readonly permissions?: readonly string[] | undefined;
    readonly reason?: string | undefined;
  }
>;

function rowOf(text: string, line: number, schema: Schema, permissions: readonly string[]): Row {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      line,
      user: null,
      problem: `not valid JSON; write one object a line, found ${foundText(text.trim())}`,
    };
  }
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) {
    const { permissions: own = permissions, ...named } = parsed.output;
    return { line, ...named, permissions: own };
  }
  const { user } = Object(value) as { readonly user?: unknown };
  const [issue] = parsed.issues;
  const found = issue.input === undefined ? '' : `, found ${foundValue(issue.input)}`;
  return {
    line,
    user: typeof user === 'string' ? user : null,
    problem: `${describeIssue(issue, 'the line')}${found}`,
  };
}
