import {
  type DoubtfulPermission,
  type KnownPermissionJson,
  type KnownPermissionList,
  type KnownPermissionsQuery,
  type ListedPermission,
  ok,
  okAsync,
  type Permission,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import {
  doubtfulAmong,
  KNOWN_PER_PAGE,
  type KnownPermissions,
  PermissionCatalogue,
} from '@ops-admin/core/operations';
import type { RemoteSource } from './remote-source.js';
import type { ServiceConnection } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';

/** The known permissions, as a service shows them. */
export function remoteKnownPermissions({ connection }: RemoteSource): KnownPermissions<ServiceFailed> {
  const list = (query: KnownPermissionsQuery = {}) => new ResultAsync(listPages(connection, query));
  return {
    list,
    modules: () => connection.read((client) => client.listModules()).map(({ modules }) => modules),
    doubtful: (permissions) =>
      permissions.length === 0
        ? okAsync([])
        : list().map(({ permissions: known }) => doubtfulOf(permissions, known)),
  };
}

/** The same rule as of a store; what nobody holds and nothing lists was named by the trail. */
function doubtfulOf(
  permissions: readonly string[],
  known: readonly KnownPermissionJson[],
): DoubtfulPermission[] {
  const used = known.filter(({ holders }) => holders > 0).map(({ permission }) => permission);
  const listed = known.flatMap(({ description, permission }): ListedPermission[] =>
    description === null ? [] : [{ permission: permission as Permission, description }],
  );
  const named = known.map(({ permission }) => permission);
  return doubtfulAmong(permissions, {
    catalogue: new PermissionCatalogue(listed),
    held: used,
    named,
  });
}

/** The pages of a long list, one after the other. */
async function listPages(
  connection: ServiceConnection,
  { end = 0, start = 0, ...filter }: KnownPermissionsQuery,
): Promise<Result<KnownPermissionList, ServiceFailed>> {
  const last = end === 0 ? Number.POSITIVE_INFINITY : end;
  const permissions: KnownPermissionJson[] = [];
  for (let from = start; ; from += KNOWN_PER_PAGE) {
    const until = Math.min(last, from + KNOWN_PER_PAGE);
    const page = await connection.read((client) =>
      client.listPermissions({ ...filter, start: from, end: until }),
    );
    if (page.isErr()) return page;
    permissions.push(...page.value.permissions);
    if (until >= Math.min(last, page.value.total)) return ok({ total: page.value.total, permissions });
  }
}
