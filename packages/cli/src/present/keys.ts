import type { PublicKeySet } from '@ops-admin/service';
import { type Report, tableLines } from './report.js';

/** A key, without its secret. */
export interface ListedKey {
  readonly id: string;
  readonly kind: 'sign' | 'seal';
  readonly inUse: boolean;
  readonly withdrawn: boolean;
}

/** Keys, one a line. */
export function keysReport(keys: readonly ListedKey[]): Report {
  return {
    json: keys,
    lines: tableLines([
      ['ID', 'KIND', 'IN USE'],
      ...keys.map(({ id, inUse, kind, withdrawn }) => [
        id,
        kind,
        inUse ? 'yes' : withdrawn ? 'no, withdrawn' : 'no',
      ]),
    ]),
  };
}

/** The public keys as a file of them is written, with and without `--json`. */
export function publicKeysReport(set: PublicKeySet): Report {
  return { json: set, lines: JSON.stringify(set, null, 2).split('\n') };
}
