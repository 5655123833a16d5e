import type { KnownModuleJson, KnownPermissionJson } from '@ops-admin/core';
import { withThousands } from '../bulk/with-thousands.js';
import { listReport, type Report } from './report.js';

/** Known permissions, with what the catalogue says about them. */
export function knownReport(known: readonly KnownPermissionJson[]): Report {
  return listReport(known, {
    PERMISSION: ({ permission }) => permission,
    HOLDERS: ({ holders }) => withThousands(holders),
    LISTED: ({ listed }) => (listed ? 'yes' : 'no'),
    OWNER: ({ owner }) => owner,
    DESCRIPTION: ({ description }) => description,
  });
}

/** Modules, with how much of each is known, and how many users hold anything of it. */
export function modulesReport(modules: readonly KnownModuleJson[]): Report {
  return listReport(modules, {
    MODULE: ({ module }) => module,
    PERMISSIONS: ({ permissions }) => withThousands(permissions),
    HOLDERS: ({ holders }) => withThousands(holders),
  });
}
