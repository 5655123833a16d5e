import { type Report, tableLines } from './report.js';

/** A key, without its secret. */
export interface ListedKey {
  readonly id: string;
  readonly kind: 'sign' | 'seal';
  readonly inUse: boolean;
}

/** Keys, one a line. */
export function keysReport(keys: readonly ListedKey[]): Report {
  return {
    json: keys,
    lines: tableLines([
      ['ID', 'KIND', 'IN USE'],
      ...keys.map(({ id, inUse, kind }) => [id, kind, inUse ? 'yes' : 'no']),
    ]),
  };
}
