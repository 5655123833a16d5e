import type { Answer, Client, Data } from '@ops-admin/client';
import {
  CHANGES_PER_REQUEST,
  type ChangeOrigin,
  type DoubtfulPermission,
  errAsync,
  type ObjectId,
  okAsync,
  PERMISSIONS_PER_CHANGE,
  type PermissionsChanged,
  parseBatchName,
  parseObjectId,
  ResultAsync,
  type UserNotFound,
} from '@ops-admin/core';
import type { Config } from '@ops-admin/service';
import { fitsRequest } from '../bulk/row.js';
import type { CommandParts, RemotePart } from '../command-parts.js';
import { copyOver } from './copy-over.js';
import { remoteChecks } from './remote-checks.js';
import { remoteLocations } from './remote-locations.js';
import { allGrants, allKnown, allUsers, wholePage } from './remote-pages.js';
import { databaseRequired } from './server-option.js';
import type { Connection } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';

/** The operations of a service over HTTP: each is a method of the client, which makes changes in the name of the token's user. */
export function remoteParts(config: Config, connection: Connection): Pick<CommandParts, RemotePart> {
  const { ask, each } = connection;
  const change = <T>({ dryRun = false }: Dry, call: (client: Client) => Answer<T>) => ask(call, !dryRun);
  const run = (how: Dry, call: (client: Client) => Answer<Data<'changePermissions'>>) =>
    change(how, call).map(({ results: rows, ...others }): PermissionsChanged => ({ rows, ...others }));

  const users: CommandParts['users'] = {
    list: (query) => new ResultAsync(allUsers(ask, query)),
    find: (userId) =>
      ask((client) => client.showUser({ userId }))
        .map(({ etag: _, ...shown }) => shown)
        .mapErr(missing(userId)),
    grants: (query) => allGrants(ask, query),
  };
  const userChanges: CommandParts['userChanges'] = {
    create: ({ actor: _, department: departmentId, id: _id, origin, permissions = [], ...person }) => {
      const members = { ...person, ...said(origin, person), departmentId, _id };
      const given = permissions.length > 0 ? { permissions } : { ends: undefined };
      return change(person, (client) => client.createUser({ ...members, ...given }));
    },
    update: ({ actor: _, department: departmentId, keepAdmin: __, origin, user: userId, ...person }) =>
      change(person, (client) =>
        client.updateUser({ ...person, ...said(origin, person), departmentId, userId }),
      ).mapErr((error) =>
        error.code === 'PRECONDITION_FAILED'
          ? { type: 'outdated' as const, user: userId as ObjectId }
          : missing(userId)(error),
      ),
    setIdentity: ({ dryRun, identity, linked, origin: { reason }, user: userId }) =>
      change({ dryRun }, (client) =>
        client.setIdentity({ ...identity, linked, dryRun, reason, userId }),
      ).mapErr(missing(userId)),
    erase: ({ dryRun, origin: { reason }, user: userId }) =>
      change({ dryRun }, (client) => client.eraseUser({ dryRun, reason, userId })).mapErr((error) =>
        error.code === 'CONFLICT'
          ? { type: 'user-active' as const, user: userId as ObjectId }
          : missing(userId)(error),
      ),
  };
  const departmentChanges: CommandParts['departmentChanges'] = {
    create: ({ dryRun, manager: managerId, origin: { reason }, parent: parentId, ...texts }) =>
      change({ dryRun }, (client) =>
        client.createDepartment({ ...texts, parentId, managerId, dryRun, reason }),
      ),
    update: ({ department: departmentId, dryRun, manager: managerId, origin, parent: parentId, ...texts }) =>
      change({ dryRun }, (client) => {
        const { reason } = origin;
        return client.updateDepartment({ ...texts, departmentId, parentId, managerId, dryRun, reason });
      }),
    delete: ({ department: departmentId, dryRun, origin: { reason } }) =>
      change({ dryRun }, (client) => client.deleteDepartment({ departmentId, dryRun, reason })),
  };
  const permissions: CommandParts['permissions'] = {
    mostChanges: CHANGES_PER_REQUEST,
    change: ({ actor: _, origin, ...input }) =>
      fitsRequest(input.changes)
        ? run(input, (client) => client.changePermissions({ ...input, ...said(origin, input) }))
        : errAsync(TOO_MANY),
    revert: ({ dryRun, keepAdmin, origin: { batch: newBatch, reason }, target }) => {
      if ('batch' in target && parseBatchName(target.batch).isErr())
        return errAsync({ type: 'entry-not-found', target });
      const which =
        'batch' in target
          ? target
          : 'entryId' in target
            ? { entry: target.entryId }
            : { entries: target.entryIds };
      return run({ dryRun }, (client) =>
        client.revertChanges({ ...which, newBatch, dryRun, keepAdmin, reason }),
      );
    },
    copy: (input) => copyOver(users, permissions, input),
    rename: ({ actor: _, origin, ...input }) =>
      run(input, (client) => client.renamePermission({ ...input, ...said(origin, input) })),
  };

  return {
    audit: {
      // A feed has always more to come; a list ends where it does not move.
      list: (query) =>
        ask((client) => client.listAudit(query)).map((page) =>
          page.next === query?.after ? { ...page, next: null } : page,
        ),
      read: ({ after = 0, before: _, ...search } = {}) =>
        each((client) => client.exportAudit({ ...search, after })),
      follow: (query) =>
        ask((client) => client.listAudit(query)).map(({ entries, next }) => ({
          entries,
          next: next ?? query.after,
        })),
      find: (id) => ask((client) => client.showAuditEntry({ id })).map(({ entry }) => entry),
      batches: (query) => ask((client) => client.listAuditBatches(query)),
      head: () => ask((client) => client.showAuditHead()),
    },
    checks: remoteChecks(users),
    departments: {
      list: ({ details, end = 0, start = 0 } = {}) =>
        ask((client) =>
          client
            .listDepartments({ start, end, details })
            .andThen(wholePage('departments', start, end || Number.POSITIVE_INFINITY)),
        ),
      hierarchy: ({ details } = {}) => ask((client) => client.showDepartmentHierarchy({ details })),
      find: (departmentId) =>
        ask((client) => client.showDepartment({ departmentId })).map(({ department, etag = '' }) => ({
          department,
          version: etag,
        })),
    },
    departmentChanges,
    knownPermissions: {
      list: (query) => new ResultAsync(allKnown(ask, query)),
      modules: () => ask((client) => client.listModules()).map(({ modules }) => modules),
      doubtful: (named) => {
        const all = [...new Set(named)].slice(0, PERMISSIONS_PER_CHANGE);
        // A string that a request cannot hold is not a permission.
        const odd = all.filter((one) => !/^[^\ufffd]{1,256}$/su.test(one));
        const asked = all.filter((one) => !odd.includes(one));
        const found = odd.map((permission): DoubtfulPermission => ({ permission }));
        if (asked.length === 0) return okAsync(found);
        const changes = [{ user: NOBODY, permissions: asked }];
        return ask((client) =>
          client.changePermissions({ action: 'remove', changes, findDoubtful: true, dryRun: true }),
        ).map(({ doubtful = [] }) => [...found, ...doubtful]);
      },
    },
    locations: remoteLocations(config, connection),
    permissions,
    userChanges,
    users,
  };
}

interface Dry {
  readonly dryRun?: boolean | undefined;
}

/** A dry run of a removal also says which strings look mistyped, even for an unknown user. */
const NOBODY = '0'.repeat(24);

/** The batch and the reason of a change; a dry run has no batch. */
function said(
  { batch, reason }: ChangeOrigin,
  { continueBatch, dryRun }: Dry & { readonly continueBatch?: boolean | undefined },
) {
  return dryRun ? { reason, continueBatch: undefined } : { batch, continueBatch, reason };
}

/** The error about a user, as it is over a database; only the text of the service says whom a mistyped e-mail can have meant. */
function missing(user: string): (error: ServiceFailed) => UserNotFound | ServiceFailed {
  return (error) => {
    const isNoName = !user.includes('@') && parseObjectId(user).isErr();
    if (error.code !== 'USER_NOT_FOUND' && !(isNoName && error.code === 'VALIDATION_ERROR')) return error;
    const [, near] = /; did you mean (.*)\?$/.exec(error.answer ?? '') ?? [];
    return { type: 'user-not-found', user, ...(near !== undefined && { near: [near] }) };
  };
}

const TOO_MANY = databaseRequired(`--atomic with more than ${CHANGES_PER_REQUEST} rows, or 900 KiB of them,`);
