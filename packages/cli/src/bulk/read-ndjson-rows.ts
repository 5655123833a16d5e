import { err, ok, PERMISSIONS_PER_CHANGE, type Result } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/service';
import * as v from 'valibot';
import type { InvalidInput } from '../cli-error.js';
import type { TextBlock } from './read-text-blocks.js';
import type { Row, RowBlocks } from './row.js';

const ROW = v.object(
  {
    user: v.pipe(v.string('must be a string'), v.trim(), v.nonEmpty('must not be empty')),
    permissions: v.pipe(
      v.array(v.string('must be a string'), 'must be an array'),
      v.minLength(1, 'must hold at least one permission'),
      v.maxLength(PERMISSIONS_PER_CHANGE, `must hold at most ${PERMISSIONS_PER_CHANGE} permissions`),
    ),
  },
  'must be an object',
);

/** Reads one JSON object a line; empty lines are skipped. Errors: `invalid-input`. */
export async function* readNdjsonRows(blocks: AsyncIterable<Result<TextBlock, InvalidInput>>): RowBlocks {
  for await (const block of blocks) {
    if (block.isErr()) return yield err(block.error);
    const { firstLine, position, text } = block.value;
    const rows: Row[] = [];
    for (const [index, line] of text.split('\n').entries()) {
      if (line.trim() !== '') rows.push(rowOf(line, firstLine + index));
    }
    yield ok({ rows, position });
  }
}

function rowOf(text: string, line: number): Row {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, user: null, problem: 'not valid JSON; write one object a line' };
  }
  const parsed = v.safeParse(ROW, value, { abortEarly: true });
  if (parsed.success) return { line, ...parsed.output };
  const { user } = Object(value) as { readonly user?: unknown };
  return {
    line,
    user: typeof user === 'string' ? user : null,
    problem: describeIssue(parsed.issues[0], 'the line'),
  };
}
