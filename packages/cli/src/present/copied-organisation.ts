import { resolve } from 'node:path';
import type { CopiedOrganisation } from '@ops-admin/core/operations';
import { counted } from '../bulk/with-thousands.js';
import type { Report } from './report.js';
import { presentFlaws } from './store-check.js';

interface CopyPlaces {
  /** In a form that can be shown. */
  readonly from: string;
  readonly to: string;
  /** The key file of the source, and the one that commands on the target use by default. */
  readonly keys: string;
  readonly targetKeys: string;
}

export function copiedReport(
  { departments, entries, flaws, trail, users }: CopiedOrganisation,
  { from, keys, targetKeys, to }: CopyPlaces,
): Report {
  return {
    json: {
      from,
      to,
      departments,
      users,
      entries,
      sound: flaws.length === 0,
      ...(trail && { head: trail.head }),
      flaws: presentFlaws(flaws),
    },
    lines: [
      `copied ${counted(departments, 'department')}, ${counted(users, 'user')} and ${counted(entries, 'audit entry', 'audit entries')} to ${to}`,
      trail
        ? 'both sides hold the same records, and the audit log is verified'
        : 'both sides hold the same records, and the same flaws',
      ...(resolve(keys) === resolve(targetKeys)
        ? []
        : [`the key file goes along: OPS_AUTH_KEYS=${keys}, or copy it to ${targetKeys}`]),
    ],
  };
}
