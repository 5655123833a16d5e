import { ok, type ResultAsync, type StoreUnavailable, type User, type UserDirectory } from '@ops-admin/core';
import type { ChangeTarget } from './change-target.js';
import type { RowBlocks, RowSource } from './row.js';

type Selection = Extract<ChangeTarget, { readonly type: 'holding' | 'all-users' }>;

/** The users a selection means at this moment, each asked for the same. Errors: `store-unavailable`. */
export function selectUsers(
  users: UserDirectory,
  selection: Selection,
): ResultAsync<RowSource, StoreUnavailable> {
  return users.list().map((all) => {
    const ids = all.filter((user) => isMeant(user, selection)).map(({ id }) => id);
    return { blocks: rowsOf(ids, selection.permissions), size: ids.length };
  });
}

function isMeant({ permissions }: User, selection: Selection): boolean {
  if (selection.type === 'all-users') return true;
  // Whoever would lose something by its removal holds it.
  return permissions.remove([selection.holding]).removed.length > 0;
}

async function* rowsOf(ids: readonly string[], permissions: readonly string[]): RowBlocks {
  for (let start = 0; start < ids.length; start += BLOCK) {
    const rows = ids.slice(start, start + BLOCK).map((user) => ({ user, permissions }));
    yield ok({ rows, position: start + rows.length });
  }
}

const BLOCK = 500;
