import { err, ok, parseBatchName, type Result } from '@ops-admin/core';
import { ENTRIES_PER_REVERT, type RevertTarget } from '@ops-admin/core/operations';
import type { CliError } from '../cli-error.js';
import type { CommandParts } from '../command-parts.js';

/** The users of one part, if they are named: each can have several entries. */
const USERS_PER_PART = 100;

/** A target of at most so many entries as a transaction, or a request, undoes. */
export interface UndoPlan {
  readonly parts: readonly RevertTarget[];
  /** How many entries there are, if that is known. */
  readonly entries?: number;
  /** Whether there is something to undo; a batch that is not there is an error of the undo. */
  readonly isThere: boolean;
}

/** Divides an undo into parts: all entries of a user are in one, and those of departments come last. */
export async function planParts(
  audit: CommandParts['audit'],
  target: RevertTarget,
): Promise<Result<UndoPlan, CliError>> {
  if (!('batch' in target)) return ok({ parts: [target], isThere: true });
  const { batch, users } = target;
  // No batch has such a name.
  if (parseBatchName(batch).isErr()) return ok({ parts: [target], isThere: false });
  if (users) {
    const found = await audit.list({ batch, limit: 1 });
    if (found.isErr()) return err(found.error);
    const parts = inParts(
      users.map((user) => [user, 1] as const),
      USERS_PER_PART,
    );
    return ok({
      parts: parts.map((some) => ({ batch, users: some })),
      isThere: found.value.entries.length > 0,
    });
  }
  const ofUsers = new Map<string, number>();
  const others: number[] = [];
  let entries = 0;
  for await (const entry of audit.read({ batch })) {
    if (entry.isErr()) return err(entry.error);
    const { id, userId } = entry.value;
    entries++;
    if (userId === null) others.push(id);
    else ofUsers.set(userId, (ofUsers.get(userId) ?? 0) + 1);
  }
  const isThere = entries > 0;
  if (entries <= ENTRIES_PER_REVERT) return ok({ parts: [target], entries, isThere });
  return ok({
    parts: [
      ...inParts([...ofUsers].reverse(), ENTRIES_PER_REVERT).map((some) => ({ batch, users: some })),
      ...inParts(
        others.reverse().map((id) => [id, 1] as const),
        ENTRIES_PER_REVERT,
      ).map((entryIds) => ({ entryIds })),
    ],
    entries,
    isThere,
  });
}

/** Puts as many into each part as have at most so many entries together, and at least one. */
function inParts<One>(all: readonly (readonly [one: One, entries: number])[], most: number): One[][] {
  const parts: One[][] = [];
  let size = 0;
  for (const [one, entries] of all) {
    size += entries;
    const part = parts.at(-1);
    if (part && size <= most) part.push(one);
    else {
      parts.push([one]);
      size = entries;
    }
  }
  return parts;
}
