import {
  errAsync,
  isFailedRow,
  okAsync,
  type PermissionRow,
  parsePermission,
  type Timestamp,
  type UserChange,
  type UserJson,
} from '@ops-admin/core';
import { namesOf } from '@ops-admin/core/operations';
import { fitsRequest } from '../bulk/row.js';
import type { CommandParts } from '../command-parts.js';
import { databaseRequired } from './server-option.js';

type Operations = CommandParts['permissions'];

/**
 * Adds the permissions of one user that another lacks: a service has no copy, so it gets an addition for each end, all or none of
 * them. Later ends stay.
 */
export function copyOver(
  users: Pick<CommandParts['users'], 'find'>,
  { change }: Pick<Operations, 'change'>,
  { from, to, ...input }: Parameters<Operations['copy']>[0],
): ReturnType<Operations['copy']> {
  return users.find(from).andThen(({ user: source }) =>
    users.find(to).andThen(({ user: target }) => {
      const changes = additionsOf(source, target, to);
      // A service adds only well-formed permissions.
      const odd = changes.flatMap(({ permissions = [] }) => permissions).find(isMalformed);
      if (odd !== undefined) return errAsync(databaseRequired(`a copy of ${JSON.stringify(odd)}`));
      if (!fitsRequest(changes)) return errAsync(TOO_MUCH_TO_COPY);
      if (changes.length > 0)
        return change({ ...input, action: 'add', changes, atomic: true }).map((changed) => ({
          ...changed,
          rows: inOneRow(changed.rows),
        }));
      const { _id: userId, emails, personalInformation } = target;
      const who = { user: to, ...namesOf({ userId, email: emails[0], name: personalInformation.name }) };
      return okAsync({
        rows: [{ ...who, result: 'already-held' as const, added: [] }],
        leavesNoAdmin: false,
      });
    }),
  );
}

function isMalformed(permission: string): boolean {
  return parsePermission(permission).isErr();
}

function additionsOf(source: UserJson, target: UserJson, to: string): readonly UserChange[] {
  const [ends, current] = [source, target].map((one) => new Map(Object.entries(one.ends)));
  const held = new Set(target.permissions);
  const byEnd = new Map<string | undefined, string[]>();
  for (const permission of source.permissions) {
    const [end, until] = [ends?.get(permission), current?.get(permission)];
    if (held.has(permission) && (until === undefined || (end !== undefined && end <= until))) continue;
    byEnd.set(end, [...(byEnd.get(end) ?? []), permission]);
  }
  return [...byEnd].map(([until, permissions]) => ({
    user: to,
    permissions,
    ...(until !== undefined && { until: until as Timestamp }),
  }));
}

/** The row of a user who got something by several changes, all or none of them. */
function inOneRow(rows: readonly PermissionRow[]): readonly PermissionRow[] {
  const failed = rows.find((row) => isFailedRow(row) && row.result !== 'not-done');
  if (failed || rows.length < 2) return failed ? [failed] : rows;
  const ends = rows.flatMap((row) => Object.entries(row.ends ?? {}));
  const messages = new Set(rows.flatMap(({ message }) => message ?? []));
  return [
    {
      ...Object.assign({}, ...rows),
      ...rows.find(({ result }) => result === 'added' || result === 'would-add'),
      added: rows.flatMap(({ added = [] }) => added),
      ...(ends.length > 0 && { ends: Object.fromEntries(ends) }),
      ...(messages.size > 0 && { message: [...messages].join('; ') }),
    },
  ];
}

const TOO_MUCH_TO_COPY = databaseRequired('a copy of more than 900 KiB, or of more than 100 different ends,');
