import { err, ok, PERMISSIONS_PER_CHANGE, type Result } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import type { ChangeOptions } from './change-options.js';

/** Whose permissions are to be changed, and which. */
export type ChangeTarget =
  | { readonly type: 'user'; readonly user: string; readonly permissions: readonly string[] }
  | { readonly type: 'file'; readonly file: string; readonly permissions: readonly string[] }
  | { readonly type: 'holding'; readonly holding: string; readonly permissions: readonly string[] }
  | { readonly type: 'all-users'; readonly permissions: readonly string[] };

/** Reads the command line. Errors: `invalid-input`, with what to write instead. */
export function readTarget(
  args: readonly string[],
  { allUsers = false, file, holding }: ChangeOptions,
): Result<ChangeTarget, InvalidInput> {
  const chosen = [
    ...(file === undefined ? [] : ['--file']),
    ...(holding === undefined ? [] : ['--holding']),
    ...(allUsers ? ['--all-users'] : []),
  ];
  if (chosen.length > 1) return invalid(`${chosen.join(' and ')} exclude each other; write one of them`);
  if (file !== undefined) {
    const stray = args.find((word) => !word.startsWith('service.'));
    if (stray === undefined) {
      const permissions = args.length === 0 ? ok(args) : checked(args, '');
      return permissions.map((named) => ({ type: 'file', file, permissions: named }));
    }
    return invalid(
      `with --file, users are in the file: write ${JSON.stringify(stray)} there, or leave --file out`,
    );
  }
  if (holding !== undefined || allUsers) {
    return checked(args, `name the permissions: ${chosen[0]} says only whose`).map((permissions) =>
      holding === undefined ? { type: 'all-users', permissions } : { type: 'holding', holding, permissions },
    );
  }
  const [user, ...texts] = args;
  if (user === undefined) return invalid('name a user and permissions, or --file, --holding or --all-users');
  return checked(texts, 'name at least one permission after the user').map((permissions) => ({
    type: 'user',
    user,
    permissions,
  }));
}

function checked(permissions: readonly string[], none: string): Result<readonly string[], InvalidInput> {
  if (permissions.length === 0) return invalid(none);
  if (permissions.includes('')) return invalid('a permission must not be empty');
  return permissions.length > PERMISSIONS_PER_CHANGE
    ? invalid(`a change may name at most ${PERMISSIONS_PER_CHANGE} permissions`)
    : ok(permissions);
}

function invalid(message: string): Result<never, InvalidInput> {
  return err({ type: 'invalid-input', message });
}
