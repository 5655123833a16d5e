import { ResultAsync } from '../result.js';
import type { UserDirectory } from '../users/user-directory.js';
import { compareCodePoints } from '../users/user-filter.js';
import { CsvTable, memberColumns } from '../values/csv.js';
import { foldText } from '../values/fold-text.js';
import { type ListBounds, listRange } from '../values/list-range.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import {
  catalogueOf,
  type DoubtfulPermission,
  findDoubtful,
  type KnownStringsPorts,
} from './find-doubtful.js';
import { moduleOf } from './permission.js';

/** Which known permissions to list: those that match all that is given, at the positions of a range of their order. */
export interface KnownPermissionsQuery extends ListBounds {
  /** A part of the string or of its description, without regard to case, accents and form. */
  readonly search?: string;
  /** The module, without `service.`. */
  readonly module?: string;
  /** Whether the catalogue lists it. */
  readonly listed?: boolean;
}

/** A known permission; plain JSON. */
export interface KnownPermissionJson {
  readonly permission: string;
  /** Without `service.`; `null` for a string that belongs to no module. */
  readonly module: string | null;
  /** `null` where the catalogue does not list it. */
  readonly description: string | null;
  readonly owner: string | null;
  readonly listed: boolean;
  /** How many users hold exactly this string. */
  readonly holders: number;
}

/** Known permissions as CSV. */
export const KNOWN_CSV: CsvTable<KnownPermissionJson> = new CsvTable(
  memberColumns('permission', 'module', 'description', 'owner', 'listed', 'holders'),
);

/** Some known permissions, and the number of all that match. */
export interface KnownPermissionList {
  readonly total: number;
  readonly permissions: readonly KnownPermissionJson[];
}

/** A module that known permissions belong to; plain JSON. */
export interface KnownModuleJson {
  /** Without `service.`. */
  readonly module: string;
  /** How many known permissions it has. */
  readonly permissions: number;
  /** How many users hold anything of it. */
  readonly holders: number;
}

/** The largest number of permissions on one page over HTTP. */
export const KNOWN_PER_PAGE = 1_000;

/**
 * What a program asks about the permissions that are known: what the catalogue lists, what anybody holds, and what the trail
 * named. `Failure` is why there is no answer at all.
 */
export interface KnownPermissions<Failure = StoreUnavailable> {
  /** Ordered by the string, code point by code point. */
  list(query?: KnownPermissionsQuery): ResultAsync<KnownPermissionList, Failure>;
  /** Every module, ordered by name. */
  modules(): ResultAsync<readonly KnownModuleJson[], Failure>;
  /** Those of some strings that look mistyped, with what was meant: whoever names one is warned of it. */
  doubtful(permissions: readonly string[]): ResultAsync<readonly DoubtfulPermission[], Failure>;
}

/** Needed by {@link knownPermissions}. */
export interface KnownPermissionsPorts extends KnownStringsPorts {
  readonly users: Pick<UserDirectory, 'countHolders' | 'countHoldersOfModules' | 'heldPermissions'>;
}

/** The known permissions of a store. Does not check the caller: guard it with `AccessOperations`. */
export function knownPermissions(ports: KnownPermissionsPorts): KnownPermissions {
  const { users } = ports;
  return {
    list: (query) => listKnown(ports, query),
    modules: () =>
      knownStrings(ports).andThen((known) => {
        const sizes = new Map<string, number>();
        for (const module of known.map(moduleOf)) {
          if (module !== undefined) sizes.set(module, (sizes.get(module) ?? 0) + 1);
        }
        const modules = [...sizes.keys()].sort(compareCodePoints);
        return users.countHoldersOfModules(modules).map((holders) =>
          modules.map((module, n) => ({
            module,
            permissions: sizes.get(module) ?? 0,
            holders: holders[n] ?? 0,
          })),
        );
      }),
    doubtful: (permissions) => findDoubtful(ports, permissions),
  };
}

function listKnown(
  ports: KnownPermissionsPorts,
  { listed, module, search, ...bounds }: KnownPermissionsQuery = {},
): ResultAsync<KnownPermissionList, StoreUnavailable> {
  const catalogue = catalogueOf(ports.rules);
  const sought = search === undefined ? undefined : foldText(search.trim());
  const fits = (one: string) => {
    if (module !== undefined && moduleOf(one) !== module) return false;
    if (listed !== undefined && catalogue.lists(one) !== listed) return false;
    if (sought === undefined || foldText(one).includes(sought)) return true;
    return foldText(catalogue.permissions.get(one)?.description ?? '').includes(sought);
  };
  return knownStrings(ports).andThen((known) => {
    const found = known.filter(fits);
    const { start, end } = listRange(bounds);
    const page = found.slice(start, end);
    return ports.users.countHolders(page).map((holders) => ({
      total: found.length,
      permissions: page.map((permission, n) => {
        const { description = null, owner = null } = catalogue.permissions.get(permission) ?? {};
        return {
          permission,
          module: moduleOf(permission) ?? null,
          description,
          owner,
          listed: catalogue.lists(permission),
          holders: holders[n] ?? 0,
        };
      }),
    }));
  });
}

/** Every known permission, once, code point by code point. */
function knownStrings({
  audit,
  rules,
  users,
}: KnownStringsPorts): ResultAsync<readonly string[], StoreUnavailable> {
  const listed = catalogueOf(rules).permissions.keys();
  return ResultAsync.combine([users.heldPermissions(), audit.namedPermissions()]).map(
    ([held = [], named = []]) => [...new Set([...listed, ...held, ...named])].sort(compareCodePoints),
  );
}
