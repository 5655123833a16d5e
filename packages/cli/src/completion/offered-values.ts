import { ok, type ResultAsync } from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { CommandParts } from '../command-parts.js';

/** What a shell can ask a database or a service for, while a line is typed. */
export const VALUE_KINDS = ['permission', 'module', 'user', 'batch'] as const;

/** One of {@link VALUE_KINDS}. */
export type ValueKind = (typeof VALUE_KINDS)[number];

/** The part that has the values of each kind. */
export const PART_OF: Readonly<Record<ValueKind, 'audit' | 'knownPermissions' | 'users'>> = {
  permission: 'knownPermissions',
  module: 'knownPermissions',
  user: 'users',
  batch: 'audit',
};

/** Nobody reads more. */
const MAX_OFFERED = 200;
/** Anything else could mean something to a shell, be split by it, or be taken for an option. */
const SAFE = /^(?!-)[\p{L}\p{N}_.@+*-]+$/u;

type Parts = Partial<Pick<CommandParts, 'audit' | 'knownPermissions' | 'users'>>;

/** The values of a kind that begin with what was typed. */
export function offeredValues(
  { audit, knownPermissions, users }: Parts,
  kind: ValueKind,
  typed: string,
): ResultAsync<readonly string[], CliError> {
  const search = typed.trim() === '' ? {} : { search: typed };
  const beginning = (values: readonly string[]) => {
    const fitting = values.filter(
      (one) => SAFE.test(one) && one.toLowerCase().startsWith(typed.toLowerCase()),
    );
    return ok([...new Set(fitting)].slice(0, MAX_OFFERED));
  };
  if (kind === 'batch' && audit) {
    return audit
      .batches({ limit: MAX_OFFERED })
      .andThen(({ batches }) => beginning(batches.map(({ batch }) => batch)));
  }
  if (kind === 'user' && users) {
    return users
      .list({ ...search, end: MAX_OFFERED })
      .andThen(({ users: found }) =>
        beginning(found.flatMap(({ _id, emails }) => [...emails, ...(emails.length === 0 ? [_id] : [])])),
      );
  }
  if (!knownPermissions) throw new Error(`the part of ${kind} was not opened`);
  return knownPermissions
    .list(search)
    .andThen(({ permissions }) =>
      beginning(
        permissions.flatMap(({ module, permission }) => (kind === 'module' ? (module ?? []) : permission)),
      ),
    );
}
