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

/** Selects known permissions: they match all of it, at the positions of a range. */
export interface KnownPermissionsQuery extends ListBounds {
  /** A part of the string or of its description; case, accents and form are ignored. */
  readonly search?: string;
  /** Without `service.`. */
  readonly module?: string;
  /** Whether the catalogue lists it. */
  readonly listed?: boolean;
}

/** A known permission; plain JSON. */
export interface KnownPermissionJson {
  readonly permission: string;
  /** Without `service.`; `null` for a string without a module. */
  readonly module: string | null;
  /** `null` if the catalogue does not list it. */
  readonly description: string | null;
  readonly owner: string | null;
  readonly listed: boolean;
  /** The number of users who hold exactly this string. */
  readonly holders: number;
}

/** Known permissions as CSV. */
export const KNOWN_CSV: CsvTable<KnownPermissionJson> = new CsvTable(
  memberColumns('permission', 'module', 'description', 'owner', 'listed', 'holders'),
);

/** Some known permissions, and the number of all matches. */
export interface KnownPermissionList {
  readonly total: number;
  readonly permissions: readonly KnownPermissionJson[];
}

/** A module of known permissions; plain JSON. */
export interface KnownModuleJson {
  /** Without `service.`. */
  readonly module: string;
  /** The number of its known permissions. */
  readonly permissions: number;
  /** The number of users who hold any string of it. */
  readonly holders: number;
}

/** The largest number of permissions on one page over HTTP. */
export const KNOWN_PER_PAGE = 1_000;

/**
 * Reads of known permissions: those that the catalogue lists, a user holds, or the audit log names. `Failure` says why no answer
 * came.
 */
export interface KnownPermissions<Failure = StoreUnavailable> {
  /** Ordered by the string, by code points. */
  list(query?: KnownPermissionsQuery): ResultAsync<KnownPermissionList, Failure>;
  /** Returns every module, ordered by name. */
  modules(): ResultAsync<readonly KnownModuleJson[], Failure>;
  /** Returns the strings that look mistyped, with suggestions. */
  doubtful(permissions: readonly string[]): ResultAsync<readonly DoubtfulPermission[], Failure>;
}

/** Needed by {@link knownPermissions}. */
export interface KnownPermissionsPorts extends KnownStringsPorts {
  readonly users: Pick<UserDirectory, 'countHolders' | 'countHoldersOfModules' | 'heldPermissions'>;
}

/** Makes the reads over a store. They do not check the caller: guard them with `AccessOperations`. */
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

/** Returns every known permission once, in the order of code points. */
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
