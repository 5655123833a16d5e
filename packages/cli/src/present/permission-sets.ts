import type { AccessPolicy, User } from '@ops-admin/core';
import { type Report, tableLines } from './report.js';

/** The permissions of a user as they are held. */
export function heldReport({ permissions }: User): Report {
  return { json: [...permissions], lines: permissions };
}

/** What each held string really grants, and which others grant it already. */
export function effectiveReport({ id, permissions }: User, { isAdmin }: AccessPolicy): Report {
  const explained = permissions.explain();
  const admin = isAdmin(permissions);
  return {
    json: {
      user: id,
      admin,
      permissions: explained.map(({ permission, module, coveredBy }) => ({
        permission,
        grants: module === undefined ? 'itself' : 'module',
        ...(module !== undefined && { module }),
        coveredBy,
      })),
    },
    lines: [
      tableLines([
        ['PERMISSION', 'GRANTS', 'COVERED BY'],
        ...explained.map(({ permission, module, coveredBy }) => [
          permission,
          module === undefined ? 'itself' : `all of service.${module}`,
          coveredBy.join(', '),
        ]),
      ]),
      admin ? 'is an admin' : 'is no admin',
    ],
  };
}

/** What only one of two users holds, and what both do; strings are compared to the letter. */
export function differenceReport(first: User, second: User): Report {
  const onlyFirst = [...first.permissions].filter((permission) => !second.permissions.has(permission));
  const onlySecond = [...second.permissions].filter((permission) => !first.permissions.has(permission));
  const both = [...first.permissions].filter((permission) => second.permissions.has(permission));
  return {
    json: { first: first.id, second: second.id, onlyFirst, onlySecond, both },
    lines: [
      ...onlyFirst.map((permission) => `- ${permission}`),
      ...onlySecond.map((permission) => `+ ${permission}`),
      ...both.map((permission) => `  ${permission}`),
    ],
  };
}
