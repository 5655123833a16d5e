import type { Endpoint } from '@ops-admin/adapter-http-koa';
import type { ResultAsync } from '@ops-admin/core';
import { type Port, port } from '@ops-admin/core/ports';
import type { ContainerModuleLoadOptions } from 'inversify';
import type { ComposeError } from '../compose-error.js';

/** What an embedding program adds to ops-admin: tables, ports and endpoints. Only the name is required. */
export interface Area {
  /** Lower-case letters, digits and `_`; names its tables in the list of them. */
  readonly name: string;
  /** The SQL of each version of its tables, version 1 first, for each kind of database. Append only. */
  readonly migrations?: { readonly sqlite: readonly string[]; readonly postgres: readonly string[] };
  /**
   * Binds its ports, each with its needs: `bind(TOKEN).toResolvedValue(factory, [TOKENS])` of Inversify 8. It can need `CLOCK`,
   * `LOGGER`, `AccessPolicy`, the ports of the database, and `DATABASE`, the database itself. `onDeactivation` closes what it
   * opens, before the database, the last bound first. Its endpoints are a binding of {@link MORE_ENDPOINTS}; their `rights` say who can call.
   */
  bind?(options: ContainerModuleLoadOptions): void;
}

/** What areas have bound. */
export interface AreaPorts {
  /** The value of a token. Errors: why what it needs was not opened. Rejects if nothing is bound. */
  get<T>(token: Port<T>): ResultAsync<T, ComposeError>;
}

/** Endpoints that come after those of ops-admin; each area can bind some. The token of `httpModule`, which loads Koa. */
export const MORE_ENDPOINTS: Port<readonly Endpoint[]> = port('ops-admin.http.MoreEndpoints');

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
