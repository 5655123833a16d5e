import type { Client, PermissionRow } from '@ops-admin/client';
import { CHANGES_PER_REQUEST, errAsync, type PermissionsChanged, parseBatchName } from '@ops-admin/core';
import type { PermissionOperations } from '@ops-admin/core/operations';
import { fitsRequest } from '../bulk/batches.js';
import type { InvalidInput } from '../cli-error.js';
import type { RemoteSource } from './remote-source.js';
import { showUser } from './remote-users.js';
import { databaseRequired } from './server-option.js';
import type { ServiceFailed } from './service-failed.js';

type Operations = PermissionOperations<ServiceFailed | InvalidInput>;

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
    return (input.dryRun ? connection.dryRun(ask) : connection.change(ask)).map(changedOf);
  };
  return {
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
      if (dryRun) return connection.dryRun(ask).map(changedOf);
      return ('entryId' in target ? connection.change(ask) : connection.changeInParts(ask)).map(changedOf);
    },
    // The service adds what is on the pattern.
    copy: ({ from, to, ...input }) =>
      showUser(connection, from).andThen(({ user: { permissions } }) =>
        permissions.length === 0
          ? showUser(connection, to).map(({ user: { _id } }) => nothingToAdd(to, _id))
          : change({ ...input, action: 'add', changes: [{ user: to, permissions }] }),
      ),
    rename: ({ continueBatch, dryRun, from, keepAdmin, origin: { batch, reason }, to }) => {
      const named = dryRun ? {} : { batch, continueBatch };
      const ask = (client: Client) =>
        client.renamePermission({ from, to, dryRun, keepAdmin, reason, ...named });
      return (dryRun ? connection.dryRun(ask) : connection.change(ask)).map(changedOf);
    },
  };
}

function nothingToAdd(user: string, userId: string): PermissionsChanged {
  return { rows: [{ user, userId, result: 'already-held', added: [] }], leavesNoAdmin: false };
}

const TOO_MANY: InvalidInput = databaseRequired(
  `--atomic with more than ${CHANGES_PER_REQUEST} rows, or 900 KiB of them,`,
);

function changedOf({
  results,
  ...others
}: Omit<PermissionsChanged, 'rows'> & { readonly results: readonly PermissionRow[] }): PermissionsChanged {
  return { rows: results, ...others };
}
