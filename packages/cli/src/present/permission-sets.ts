import type { CheckedPermission, UserDetailsJson } from '@ops-admin/core';
import type { PermissionsExpired } from '@ops-admin/core/operations';
import { counted } from '../bulk/with-thousands.js';
import { EXIT } from '../exit-code.js';
import type { HolderJson } from '../find-holders.js';
import { withEnds } from './permission-row.js';
import { listReport, type Report, tableLines } from './report.js';

export function heldReport({ user: { ends, permissions } }: UserDetailsJson): Report {
  return { json: permissions, isPaged: true, lines: withEnds(permissions, ends) };
}

/** Reports what each held string grants, and which others grant it, too. */
export function effectiveReport({ admin, effective, user }: UserDetailsJson): Report {
  const hasEnds = effective.some(({ until }) => until !== undefined);
  return {
    json: { user: user._id, admin, permissions: effective },
    isPaged: true,
    lines: [
      tableLines([
        ['PERMISSION', 'GRANTS', ...(hasEnds ? ['UNTIL'] : []), 'COVERED BY'],
        ...effective.map(({ permission, module, coveredBy, until = '' }) => [
          permission,
          module === undefined ? 'itself' : `all of service.${module}`,
          ...(hasEnds ? [until] : []),
          coveredBy.join(', '),
        ]),
      ]),
      admin ? 'is an admin' : 'is not an admin',
    ],
  };
}

/** Reports decisions; ends with 4 if one is not granted. */
export function checkedReport(
  user: string,
  asked: readonly string[],
  checked: readonly CheckedPermission[],
): Report {
  const rows = checked.map(({ userId, ...answer }, n) => ({
    user,
    ...(userId !== undefined && { userId }),
    permission: asked[n] ?? '',
    ...answer,
  }));
  const refused = checked.filter(({ granted }) => !granted).length;
  const isKnown = checked.every(({ userId }) => userId !== undefined);
  const message = isKnown
    ? `${user} may not do ${refused} of ${checked.length}`
    : `no active user has the id or e-mail ${user}`;
  return {
    json: rows,
    lines: tableLines([
      ['PERMISSION', 'GRANTED', 'COVERED BY'],
      ...rows.map(({ coveredBy, granted, permission }) => [
        permission,
        granted ? 'yes' : 'no',
        coveredBy.join(', '),
      ]),
    ]),
    ...(refused > 0 && { failure: { type: 'bulk-ended', exitCode: EXIT.partly, message } }),
  };
}

/** Users who can do something, and the strings that grant it. */
export function holdersReport(holders: readonly HolderJson[]): Report {
  return listReport(holders, {
    ID: ({ userId }) => userId,
    'E-MAIL': ({ email }) => email,
    NAME: ({ name }) => name,
    THROUGH: ({ ends, through }) => withEnds(through, ends).join(', '),
  });
}

/** Compares two users by exact strings. */
export function differenceReport(
  { user: first }: UserDetailsJson,
  { user: second }: UserDetailsJson,
): Report {
  const [ofFirst, ofSecond] = [new Set(first.permissions), new Set(second.permissions)];
  const onlyFirst = first.permissions.filter((permission) => !ofSecond.has(permission));
  const onlySecond = second.permissions.filter((permission) => !ofFirst.has(permission));
  const both = first.permissions.filter((permission) => ofSecond.has(permission));
  return {
    json: { first: first._id, second: second._id, onlyFirst, onlySecond, both },
    isPaged: true,
    lines: [
      ...onlyFirst.map((permission) => `- ${permission}`),
      ...onlySecond.map((permission) => `+ ${permission}`),
      ...both.map((permission) => `  ${permission}`),
    ],
  };
}

/** Reports the written ends. */
export function expiredReport({ permissions, users }: PermissionsExpired): Report {
  const what = `${counted(permissions, 'permission')} of ${counted(users, 'user')}`;
  const lines = [users === 0 ? 'every ended permission already has its entry' : `ended: ${what}`];
  return { json: { users, permissions }, lines };
}
