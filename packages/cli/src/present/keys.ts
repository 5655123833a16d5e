import type { PublicKeySet } from '@ops-admin/service';
import { listReport, type Report } from './report.js';

/** A key, without its secret. */
export interface ListedKey {
  readonly id: string;
  readonly kind: 'sign' | 'seal';
  readonly inUse: boolean;
  readonly withdrawn: boolean;
  readonly ended?: { readonly entry: number; readonly time: string };
}

function endOf({ ended }: ListedKey): string {
  if (!ended) return '';
  return ended.entry === 0 ? 'never used' : `entry ${ended.entry}`;
}

export function keysReport(keys: readonly ListedKey[]): Report {
  const report = listReport(keys, {
    ID: ({ id }) => id,
    KIND: ({ kind }) => kind,
    'IN USE': ({ inUse, withdrawn }) => (inUse ? 'yes' : withdrawn ? 'no, withdrawn' : 'no'),
    ...(keys.some(({ ended }) => ended) && { 'ENDED BY': endOf }),
  });
  return { ...report, isPaged: false };
}

/** The public keys as a file of them is written, with and without `--json`. */
export function publicKeysReport(set: PublicKeySet): Report {
  return { json: set, lines: JSON.stringify(set, null, 2).split('\n') };
}
