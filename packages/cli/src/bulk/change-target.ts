import {
  type ChangePermissionsInput,
  err,
  ok,
  parsePermissionList,
  type Result,
  type UserFilter,
} from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import { given } from '../given.js';
import type { ChangeFile } from './change-form.js';
import type { ChangeOptions } from './change-options.js';
import type { Each } from './row.js';

/** Users chosen by a filter, not by name. */
export interface Selection {
  readonly type: 'selection';
  readonly option: string;
  readonly query: UserFilter;
  readonly each: Each;
}

/** The users to change, and the change. */
export type ChangeTarget =
  | { readonly type: 'user'; readonly user: string; readonly each: Each }
  | (ChangeFile & { readonly type: 'file' })
  | Selection;

/** Reads the command line. Errors: `invalid-input`, with what to write instead. */
export function readTarget(
  args: readonly string[],
  options: ChangeOptions,
  action: ChangePermissionsInput['action'],
): Result<ChangeTarget, InvalidInput> {
  const { allUsers = false, everything = false, file, granted, holding, keepLinks = false, only } = options;
  const { department, literal = [], until } = options;
  const chosen = [
    ...(file === undefined ? [] : ['--file']),
    ...(holding === undefined ? [] : ['--holding']),
    ...(granted === undefined ? [] : ['--granted']),
    ...(allUsers ? ['--all-users'] : []),
  ];
  // It narrows the two that look at what users hold.
  if (department !== undefined && (holding ?? granted) === undefined) chosen.push('--department');
  const [option, ...others] = chosen;
  const [user, ...texts] = args;
  if (others.length > 0) return invalid(`${chosen.join(' and ')} exclude each other; write one of them`);
  if (only !== undefined && option === undefined) {
    return invalid('--only is for many users: this change has one row');
  }
  if (keepLinks && !everything) return invalid('--keep-links requires --everything');
  const takes = action === 'add' || action === 'remove';
  const words = [...(option === undefined ? texts : args), ...literal];
  if (everything && words.length > 0) {
    return invalid('--everything removes all permissions: name none');
  }
  if (!takes && words.length > 0) {
    return invalid(
      option === undefined
        ? 'name one user, or --file'
        : `${option} chooses the users: name no user next to it`,
    );
  }
  /** The change of each user. */
  const all = everything ? { everything: true as const, keepLinks } : {};
  const isOfPermissions = takes && !everything;
  const eachOf = (permissions: readonly string[]): Each =>
    isOfPermissions ? { permissions, ...(until && { until }) } : all;
  if (option === undefined) {
    if (user === undefined) {
      const what = takes ? 'a user and permissions' : 'a user';
      return invalid(`name ${what}, or --file, --holding, --granted, --department or --all-users`);
    }
    return (isOfPermissions ? checked(words, 'name at least one permission after the user') : ok(words)).map(
      (permissions) => ({ type: 'user', user, each: eachOf(permissions) }),
    );
  }
  const stray = args.find((word) => !word.startsWith('service.'));
  if (stray !== undefined) {
    return invalid(
      `${option} chooses the users, so ${JSON.stringify(stray)} cannot be a user; leave one of the two out, or write --literal for a permission that does not begin with service.`,
    );
  }
  if (file !== undefined) {
    const permissions = words.length === 0 ? ok(words) : checked(words, '');
    return permissions.map((some) => ({
      type: 'file',
      file,
      each: eachOf(some),
      takesEnds: action === 'add',
    }));
  }
  const query = given({ holds: holding, grants: granted, department });
  const none = `name the permissions: ${option} chooses only the users`;
  return (isOfPermissions ? checked(words, none) : ok(words)).map((permissions) => ({
    type: 'selection',
    option,
    query,
    each: eachOf(permissions),
  }));
}

function checked(permissions: readonly string[], none: string): Result<readonly string[], InvalidInput> {
  if (permissions.length === 0) return invalid(none);
  if (permissions.includes('')) return invalid('a permission must not be empty');
  // Malformed strings can be removed; an addition refuses them later.
  const parsed = parsePermissionList('remove', permissions);
  if (parsed.isOk()) return ok(permissions);
  const { path, problem } = parsed.error;
  return invalid(`${path.length > 0 ? 'a permission' : 'a change'} ${problem}`);
}

function invalid(message: string): Result<never, InvalidInput> {
  return err({ type: 'invalid-input', message });
}
