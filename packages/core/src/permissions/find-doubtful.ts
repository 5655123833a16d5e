import type { AuditLog } from '../audit/audit-log.js';
import { err, ok, type Result } from '../result.js';
import type { UserDirectory } from '../users/user-directory.js';
import { nearestName } from '../values/nearest-name.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { moduleOf, parsePermission } from './permission.js';

/** A string whose removal is probably a mistake (decision 9). */
export interface DoubtfulPermission {
  readonly permission: string;
  /** What probably was meant, if any string is similar. */
  readonly meant?: string | undefined;
}

/** Needed by {@link findDoubtful}. */
export interface FindDoubtfulPorts {
  readonly audit: Pick<AuditLog, 'list'>;
  readonly users: Pick<UserDirectory, 'list'>;
}

/** The largest number of different strings that are looked at; later ones are not. */
const MAX_DOUBTED = 1000;

const SERVICE = 'service.';

/**
 * Finds strings that nobody holds and that are off the pattern, or name a module that neither a user nor the trail has
 * (decision 9), in their order. It asks the trail once for each module, and reads every user only if that leaves a doubt.
 */
export async function findDoubtful(
  { audit, users }: FindDoubtfulPorts,
  permissions: readonly string[],
): Promise<Result<readonly DoubtfulPermission[], StoreUnavailable>> {
  const looked = [...new Set(permissions)].slice(0, MAX_DOUBTED);
  const named = new Set<string>();
  for (const module of new Set(looked.map(validModuleOf))) {
    if (module === undefined) continue;
    const newest = await audit.list({ module, newestFirst: true, limit: 1 });
    if (newest.isErr()) return err(newest.error);
    if (newest.value.length > 0) named.add(module);
  }
  const suspected = looked.filter((one) => !named.has(validModuleOf(one) ?? ''));
  if (suspected.length === 0) return ok([]);
  return await users.list().map((all) => {
    const held = new Set(all.flatMap((user) => [...user.permissions]));
    const modules = new Set([...held].map(moduleOf).filter((module) => module !== undefined));
    return suspected
      .filter((one) => !held.has(one) && !modules.has(validModuleOf(one) ?? ''))
      .map((permission) => {
        const meant = nearestTo(permission, held, modules);
        return { permission, ...(meant !== undefined && { meant }) };
      });
  });
}

/** The module of a string on the pattern. */
function validModuleOf(permission: string): string | undefined {
  return parsePermission(permission).isOk() ? moduleOf(permission) : undefined;
}

function nearestTo(
  permission: string,
  held: ReadonlySet<string>,
  modules: ReadonlySet<string>,
): string | undefined {
  const module = validModuleOf(permission);
  if (module === undefined) return nearestName(permission, held);
  const near = nearestName(
    SERVICE + module,
    [...modules].map((one) => SERVICE + one),
    SERVICE,
  );
  return near === undefined ? undefined : near + permission.slice(SERVICE.length + module.length);
}
