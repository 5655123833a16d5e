import { err, ok, PERMISSIONS_PER_CHANGE, parseStrictJson, type Timestamp } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/core/operations';
import { parsedBy } from '@ops-admin/service';
import * as v from 'valibot';
import { type FileMistake, foundText, foundValue } from '../file-mistake.js';
import type { ChangeFile } from './read-csv-rows.js';
import type { TextBlocks } from './read-text-blocks.js';
import { isChange, type Row, type RowBlocks } from './row.js';
import { isSeveralPermissions, NAMES_PERMISSIONS, SEVERAL_PERMISSIONS } from './several-permissions.js';
import { parseUntil, UNTIL_FORMS } from './until.js';

const PERMISSIONS = v.pipe(
  v.array(v.string('must be a string'), 'must be an array'),
  v.minLength(1, 'must hold at least one permission'),
  v.maxLength(PERMISSIONS_PER_CHANGE, `must hold at most ${PERMISSIONS_PER_CHANGE} permissions`),
);

/** Reads one JSON object a line; empty lines are skipped. Errors: `file-mistakes`. */
export async function* readNdjsonRows(blocks: TextBlocks, how: ChangeFile): RowBlocks {
  const { each, file, takesEnds } = how;
  const schema = v.object(
    {
      user: v.pipe(v.string('must be a string'), v.trim(), v.nonEmpty('must not be empty')),
      permissions: each.permissions?.length === 0 ? PERMISSIONS : v.optional(PERMISSIONS),
      reason: v.optional(v.string('must be a string')),
      until: takesEnds ? v.optional(UNTIL) : NOTHING,
    },
    'must be an object',
  );
  for await (const block of blocks) {
    if (block.isErr()) return yield err(block.error);
    const { firstLine, position, text } = block.value;
    const rows: Row[] = [];
    const mistakes: FileMistake[] = [];
    const unknown = new Set<string>();
    for (const [index, written] of text.split('\n').entries()) {
      if (written.trim() === '') continue;
      const line = firstLine + index;
      const row = rowOf(written, line, schema, how, unknown);
      const named = !isChange(row) || row.permissions === each.permissions ? [] : (row.permissions ?? []);
      const [found, message] = each.permissions
        ? [named.find(isSeveralPermissions), SEVERAL_PERMISSIONS]
        : [named[0], NAMES_PERMISSIONS];
      if (found !== undefined) {
        const column = 1 + Math.max(0, written.indexOf(JSON.stringify(found)));
        mistakes.push({ file, line, column, message, found: foundText(found) });
      }
      rows.push(row);
    }
    yield ok({ rows, position, mistakes, unknown });
  }
}

const UNTIL = v.pipe(v.string('must be a string'), parsedBy(parseUntil, `must be ${UNTIL_FORMS}`));

/** Of a removal: read over. */
const NOTHING = v.pipe(
  v.optional(v.unknown()),
  v.transform(() => undefined),
);

const MEMBERS: ReadonlySet<string> = new Set(['user', 'permissions', 'reason']);

type Schema = v.GenericSchema<
  unknown,
  {
    readonly user: string;
    readonly permissions?: readonly string[] | undefined;
    readonly reason?: string | undefined;
    readonly until?: Timestamp | undefined;
  }
>;

/** Adds the members that it reads over to `unknown`. */
function rowOf(
  text: string,
  line: number,
  schema: Schema,
  { each, takesEnds }: ChangeFile,
  unknown: Set<string>,
): Row {
  const read = parseStrictJson(text);
  if (read.isErr()) {
    const problem =
      read.error === 'repeated-member'
        ? 'a member is repeated, or is named __proto__'
        : `not valid JSON; write one object a line, found ${foundText(text.trim())}`;
    return { line, user: null, problem };
  }
  const { value } = read;
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) {
    const { permissions, ...named } = parsed.output;
    for (const member of Object.keys(Object(value)))
      if (!MEMBERS.has(member) && !(takesEnds && member === 'until')) unknown.add(member);
    return { line, ...each, ...named, ...(permissions && { permissions }) } as Row;
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
