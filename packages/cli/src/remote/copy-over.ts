import {
  errAsync,
  isFailedRow,
  okAsync,
  type PermissionRow,
  type PermissionsChanged,
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
 * Adds what one user lacks of what another holds: a service has no copy, so it gets an addition for each end, all or none of them. What is
 * held for longer stays so. A second row says which malformed strings a service does not add.
 */
export function copyOver(
  users: Pick<CommandParts['users'], 'find'>,
  { change }: Pick<Operations, 'change'>,
  { from, to, ...input }: Parameters<Operations['copy']>[0],
): ReturnType<Operations['copy']> {
  return users.find(from).andThen(({ user: source }) =>
    users.find(to).andThen(({ user: target }) => {
      const { changes, odd } = additionsOf(source, target, to);
      if (!fitsRequest(changes)) return errAsync(TOO_MUCH_TO_COPY);
      const { _id: userId, emails, personalInformation } = target;
      const who = { user: to, ...namesOf({ userId, email: emails[0], name: personalInformation.name }) };
      const refused: PermissionRow[] =
        odd.length === 0 ? [] : [{ ...who, result: 'invalid', message: describeOdd(odd) }];
      const nothing: PermissionRow[] = [{ ...who, result: 'already-held', added: [] }];
      const added: ReturnType<Operations['copy']> =
        changes.length > 0
          ? change({ ...input, action: 'add', changes, atomic: true })
          : okAsync({ rows: odd.length > 0 ? [] : nothing, leavesNoAdmin: false });
      return added.map(
        (changed): PermissionsChanged => ({
          ...changed,
          rows: [...inOneRow(changed.rows), ...refused],
        }),
      );
    }),
  );
}

function additionsOf(
  source: UserJson,
  target: UserJson,
  to: string,
): { readonly changes: readonly UserChange[]; readonly odd: readonly string[] } {
  const [ends, current] = [source, target].map((one) => new Map(Object.entries(one.ends)));
  const held = new Set(target.permissions);
  const byEnd = new Map<string | undefined, string[]>();
  const odd: string[] = [];
  for (const permission of source.permissions) {
    const [end, until] = [ends?.get(permission), current?.get(permission)];
    if (held.has(permission) && (until === undefined || (end !== undefined && end <= until))) continue;
    if (parsePermission(permission).isErr()) odd.push(permission);
    else byEnd.set(end, [...(byEnd.get(end) ?? []), permission]);
  }
  const changes = [...byEnd].map(([until, permissions]) => ({
    user: to,
    permissions,
    ...(until !== undefined && { until: until as Timestamp }),
  }));
  return { changes, odd };
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

function describeOdd(odd: readonly string[]): string {
  const named = odd.slice(0, 3).map((one) => JSON.stringify(one));
  const more = odd.length > named.length ? ` and ${odd.length - named.length} more` : '';
  return `not copied, because a service adds only well-formed permissions: ${named.join(', ')}${more}; with --db they are`;
}

const TOO_MUCH_TO_COPY = databaseRequired('a copy of more than 900 KiB, or of more than 100 different ends,');
