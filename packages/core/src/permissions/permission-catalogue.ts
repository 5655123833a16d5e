import { moduleOf, type Permission, wholesOf } from './permission.js';

/** A permission that the catalogue lists. */
export interface ListedPermission {
  readonly permission: Permission;
  readonly description: string;
  readonly owner?: string | undefined;
}

/** The permissions that an organisation has. */
export class PermissionCatalogue {
  /** By their strings, in the order of the list. */
  readonly permissions: ReadonlyMap<string, ListedPermission>;
  readonly #modules: ReadonlySet<string | undefined>;

  constructor(listed: Iterable<ListedPermission>) {
    this.permissions = new Map([...listed].map((one) => [one.permission, one]));
    this.#modules = new Set([...this.permissions.keys()].map(moduleOf));
  }

  /** Reports whether it lists a string; a wildcard or a module is listed if one of its actions is. */
  lists(permission: string): boolean {
    return this.permissions.has(permission) || isWholeOf(permission, this.#modules);
  }
}

/** Reports whether a text is the wildcard or the name of one of these modules. */
export function isWholeOf(text: string, modules: ReadonlySet<string | undefined>): boolean {
  return modules.has(moduleOf(text)) && isWhole(text);
}

/** Reports whether a text is the wildcard or the name of its module. */
export function isWhole(text: string): boolean {
  return wholesOf(text).includes(text);
}
