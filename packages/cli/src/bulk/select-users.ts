import { ok, type ResultAsync } from '@ops-admin/core';
import type { CommandParts, Unanswered } from '../command-parts.js';
import type { Selection } from './change-target.js';
import type { Each, RowBlocks, RowSource } from './row.js';

/** The users that a selection means now, each with the same change. Errors: {@link Unanswered}. */
export function selectUsers(
  users: CommandParts['users'],
  { each, query }: Selection,
): ResultAsync<RowSource, Unanswered> {
  return users.list(query).map(({ users: selected }) => {
    const ids = selected.map(({ _id }) => _id);
    const again = () => rowsOf(ids, each);
    return { blocks: again(), again, size: ids.length };
  });
}

async function* rowsOf(ids: readonly string[], each: Each): RowBlocks {
  for (let start = 0; start < ids.length; start += ROWS_PER_BLOCK) {
    const rows = ids.slice(start, start + ROWS_PER_BLOCK).map((user) => ({ user, ...each }));
    yield ok({ rows, position: start + rows.length });
  }
}

const ROWS_PER_BLOCK = 500;
