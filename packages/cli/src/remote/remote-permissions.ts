import type { Client, PermissionRow } from '@ops-admin/client';
import {
  CHANGES_PER_REQUEST,
  errAsync,
  isFailedRow,
  okAsync,
  PERMISSIONS_PER_CHANGE,
  type PermissionsChanged,
  parseBatchName,
  parsePermission,
  type Timestamp,
  type UserChange,
  type UserJson,
} from '@ops-admin/core';
import { namesOf, type PermissionOperations } from '@ops-admin/core/operations';
import { fitsRequest } from '../bulk/request-size.js';
import type { InvalidInput } from '../cli-error.js';
import type { RemoteSource } from './remote-source.js';
import { showUser } from './remote-users.js';
import { databaseRequired } from './server-option.js';
import type { ServiceFailed } from './service-failed.js';

type Operations = Omit<PermissionOperations<ServiceFailed | InvalidInput>, 'changeOne'> & {
  readonly mostChanges: number;
};

/**
 * Changes of permissions, as a service makes them in the name of the token's user. A request is the whole input of the
 * operation, and its answer the whole result.
 */
export function remotePermissions({ connection }: RemoteSource): Operations {
  const change: Operations['change'] = ({ actor: _, origin: { batch, reason }, ...input }) => {
    if (!fitsRequest(input.changes)) return errAsync(TOO_MANY);
    // A dry run writes nothing under a name, so it can be anyone's.
    const named = input.dryRun ? {} : { batch };
    const ask = (client: Client) => client.changePermissions({ ...input, ...named, reason });
    return (input.dryRun ? connection.read(ask) : connection.change(ask)).map(changedOf);
  };
  return {
    mostChanges: CHANGES_PER_REQUEST,
    change,
    revert: ({ dryRun, keepAdmin, origin: { batch: newBatch, reason }, target }) => {
      if ('batch' in target && parseBatchName(target.batch).isErr()) {
        return errAsync({ type: 'entry-not-found', target });
      }
      const which =
        'batch' in target
          ? target
          : 'entryId' in target
            ? { entry: target.entryId }
            : { entries: target.entryIds };
      const ask = (client: Client) => client.revertChanges({ ...which, newBatch, dryRun, keepAdmin, reason });
      return (dryRun ? connection.read(ask) : connection.change(ask)).map(changedOf);
    },
    copy: ({ from, to, ...input }) =>
      showUser(connection, from).andThen(({ user: source }) =>
        showUser(connection, to).andThen(({ user: target }) => {
          const { changes, odd } = additionsOf(source, target, to);
          const refused = odd.length > 0 ? [notAdded(to, target, odd)] : [];
          if (!fitsRequest(changes)) return errAsync(TOO_MUCH_TO_COPY);
          const added: ReturnType<Operations['change']> =
            changes.length > 0
              ? change({ ...input, action: 'add', changes, atomic: true })
              : okAsync({ rows: odd.length > 0 ? [] : [nothingToAdd(to, target)], leavesNoAdmin: false });
          return added.map(({ rows, ...others }) => ({ ...others, rows: [...inOneRow(rows), ...refused] }));
        }),
      ),
    rename: ({ continueBatch, dryRun, from, keepAdmin, origin: { batch, reason }, to }) => {
      const named = dryRun ? {} : { batch, continueBatch };
      const ask = (client: Client) =>
        client.renamePermission({ from, to, dryRun, keepAdmin, reason, ...named });
      return (dryRun ? connection.read(ask) : connection.change(ask)).map(changedOf);
    },
  };
}

/**
 * What one user lacks of what another holds, with its ends, in as many additions as a service takes; and the strings off the pattern,
 * which it does not add. What is held for longer stays so.
 */
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
    if (parsePermission(permission).isErr()) {
      odd.push(permission);
      continue;
    }
    const together = byEnd.get(end) ?? [];
    together.push(permission);
    byEnd.set(end, together);
  }
  const changes = [...byEnd].flatMap(([until, permissions]) =>
    Array.from({ length: Math.ceil(permissions.length / PERMISSIONS_PER_CHANGE) }, (_, n) => ({
      user: to,
      permissions: permissions.slice(n * PERMISSIONS_PER_CHANGE, (n + 1) * PERMISSIONS_PER_CHANGE),
      ...(until !== undefined && { until: until as Timestamp }),
    })),
  );
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

function nothingToAdd(user: string, target: UserJson): PermissionRow {
  return { ...rowOf(user, target), result: 'already-held', added: [] };
}

function notAdded(user: string, target: UserJson, odd: readonly string[]): PermissionRow {
  const named = odd.slice(0, 3).map((one) => JSON.stringify(one));
  const more = odd.length > named.length ? ` and ${odd.length - named.length} more` : '';
  const message = `not copied, as a service adds no such string: ${named.join(', ')}${more}; with --db they are`;
  return { ...rowOf(user, target), result: 'invalid', message };
}

function rowOf(
  user: string,
  { _id: userId, emails: [email], personalInformation: { name } }: UserJson,
): Omit<PermissionRow, 'result'> {
  return { user, ...namesOf({ userId, email, name }) };
}

const TOO_MUCH_TO_COPY = databaseRequired('a copy of more than 900 KiB, or of more than 100 different ends,');

const TOO_MANY: InvalidInput = databaseRequired(
  `--atomic with more than ${CHANGES_PER_REQUEST} rows, or 900 KiB of them,`,
);

function changedOf({
  results,
  ...others
}: Omit<PermissionsChanged, 'rows'> & { readonly results: readonly PermissionRow[] }): PermissionsChanged {
  return { rows: results, ...others };
}
