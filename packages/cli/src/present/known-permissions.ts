import type { KnownModuleJson, KnownPermissionJson } from '@ops-admin/core';
import { withThousands } from '../bulk/with-thousands.js';
import { type Report, tableLines } from './report.js';

/** Known permissions, with what the catalogue says about them. */
export function knownReport(known: readonly KnownPermissionJson[]): Report {
  return {
    json: known,
    isPaged: true,
    lines: tableLines([
      ['PERMISSION', 'HOLDERS', 'LISTED', 'OWNER', 'DESCRIPTION'],
      ...known.map(({ description, holders, listed, owner, permission }) => [
        permission,
        withThousands(holders),
        listed ? 'yes' : 'no',
        owner ?? '',
        description ?? '',
      ]),
    ]),
  };
}

/** Modules, with how much of each is known, and how many users hold anything of it. */
export function modulesReport(modules: readonly KnownModuleJson[]): Report {
  return {
    json: modules,
    isPaged: true,
    lines: tableLines([
      ['MODULE', 'PERMISSIONS', 'HOLDERS'],
      ...modules.map(({ holders, module, permissions }) => [
        module,
        withThousands(permissions),
        withThousands(holders),
      ]),
    ]),
  };
}
