import { moduleOf, type Permission, wholesOf } from './permission.js';

/** A permission that the catalogue lists. */
export interface ListedPermission {
  readonly permission: Permission;
  readonly description: string;
  /** Who answers for it. */
  readonly owner?: string | undefined;
}

/** The permissions that an organisation has decided to have. */
export class PermissionCatalogue {
  /** By their strings, in the order of the list. */
  readonly permissions: ReadonlyMap<string, ListedPermission>;
  readonly #modules: ReadonlySet<string | undefined>;

  constructor(listed: Iterable<ListedPermission>) {
    this.permissions = new Map([...listed].map((one) => [one.permission, one]));
    this.#modules = new Set([...this.permissions.keys()].map(moduleOf));
  }

  /** Whether it lists a string; a wildcard and a module are listed where an action of theirs is. */
  lists(permission: string): boolean {
    return this.permissions.has(permission) || isWholeOf(permission, this.#modules);
  }
}

/** Whether a text is the wildcard or the plain name of one of these modules. */
export function isWholeOf(text: string, modules: ReadonlySet<string | undefined>): boolean {
  return modules.has(moduleOf(text)) && isWhole(text);
}

/** Whether a text stands for all of its module. */
export function isWhole(text: string): boolean {
  return wholesOf(text).includes(text);
}
