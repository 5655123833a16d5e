import type { AuditLog } from '../audit/audit-log.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { UserDirectory } from '../users/user-directory.js';
import { nearestName } from '../values/nearest-name.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { moduleOf, parsePermission } from './permission.js';

/** A string whose removal is probably a mistake (decision 9). */
export interface DoubtfulPermission {
  readonly permission: string;
  /** What probably was meant, if any string is similar. */
  readonly meant?: string;
}

/** Needed by {@link FindDoubtful}. */
export interface FindDoubtfulParts {
  readonly audit: Pick<AuditLog, 'list'>;
  readonly users: Pick<UserDirectory, 'list'>;
}

const SERVICE = 'service.';

/**
 * Finds strings that nobody holds and that are off the pattern, or name a module that neither a user nor the trail has
 * (decision 9). Does not check the caller: guard it with `RequireAdmin`. It reads every user, but only if the trail leaves a
 * doubt.
 */
export class FindDoubtful {
  readonly #parts: FindDoubtfulParts;

  constructor(parts: FindDoubtfulParts) {
    this.#parts = parts;
  }

  /** The doubtful strings, in their order. Errors: `store-unavailable`. */
  execute(permissions: readonly string[]): ResultAsync<readonly DoubtfulPermission[], StoreUnavailable> {
    return new ResultAsync(this.#find(permissions));
  }

  async #find(
    permissions: readonly string[],
  ): Promise<Result<readonly DoubtfulPermission[], StoreUnavailable>> {
    const suspected: string[] = [];
    for (const permission of new Set(permissions)) {
      const named = await this.#isNamed(permission);
      if (named.isErr()) return err(named.error);
      if (!named.value) suspected.push(permission);
    }
    if (suspected.length === 0) return ok([]);
    return await this.#parts.users.list().map((users) => {
      const held = new Set(users.flatMap((user) => [...user.permissions]));
      const modules = new Set([...held].map(moduleOf).filter((module) => module !== undefined));
      return suspected
        .filter((one) => !held.has(one) && !(isOnPattern(one) && modules.has(moduleOf(one) ?? '')))
        .map((permission) => {
          const meant = nearestTo(permission, held, modules);
          return { permission, ...(meant !== undefined && { meant }) };
        });
    });
  }

  /** Whether the trail names the module of a valid string. */
  #isNamed(permission: string): ResultAsync<boolean, StoreUnavailable> {
    const module = isOnPattern(permission) ? moduleOf(permission) : undefined;
    if (module === undefined) return new ResultAsync(Promise.resolve(ok(false)));
    return this.#parts.audit
      .list({ module, newestFirst: true, limit: 1 })
      .map((entries) => entries.length > 0);
  }
}

function isOnPattern(permission: string): boolean {
  return parsePermission(permission).isOk();
}

function nearestTo(
  permission: string,
  held: ReadonlySet<string>,
  modules: ReadonlySet<string>,
): string | undefined {
  const module = moduleOf(permission);
  if (module === undefined || !isOnPattern(permission)) return nearestName(permission, held);
  const near = nearestName(
    SERVICE + module,
    [...modules].map((one) => SERVICE + one),
    SERVICE,
  );
  return near === undefined ? undefined : near + permission.slice(SERVICE.length + module.length);
}
