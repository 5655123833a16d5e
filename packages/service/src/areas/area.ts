import type { Endpoint } from '@ops-admin/adapter-http-koa';
import type { ContainerModule } from 'inversify';
import type { Bound } from '../part.js';
import type { AreaCommand } from './area-command.js';

/** What an embedding program adds to ops-admin: tables, ports, endpoints and commands. Only the name is required. */
export interface Area {
  /** Lower-case letters, digits and `_`; names its tables in the ledger, and comes first in its commands. */
  readonly name: string;
  /** The SQL of each version of its tables, version 1 first, for each kind of database. Append only. */
  readonly migrations?: { readonly sqlite: readonly string[]; readonly postgres: readonly string[] };
  /**
   * Binds its ports. Already bound are `CLOCK`, `LOGGER`, `AccessPolicy`, the ports of the database, and the database itself
   * as `SQLITE_DATABASE` or `POSTGRES_DATABASE`.
   */
  modules?(bound: Bound): readonly ContainerModule[];
  /**
   * Its endpoints, which come after those of ops-admin; their `rights` say who can call. All that `modules` can use is
   * bound, and the keys.
   */
  endpoints?(bound: Bound): readonly Endpoint[];
  readonly commands?: readonly AreaCommand[];
}

const NAME = /^[a-z][a-z0-9_]*$/;

/** Throws if a name is invalid or used twice: both are bugs of the program. */
export function assertNames(areas: readonly Area[]): void {
  const names = areas.map(({ name }) => name);
  for (const [n, name] of names.entries()) {
    if (!NAME.test(name))
      throw new Error(`the area ${JSON.stringify(name)} needs a name such as ticket_feedback`);
    if (names.indexOf(name) < n) throw new Error(`there are two areas ${name}`);
  }
}
