import { randomBytes } from 'node:crypto';
import { type Clock, now } from '@ops-admin/core';

/** Names a run, so that later ones sort after it: `20261121T103045-7f3a9c`. */
export function newBatchId(clock: Clock): string {
  const seconds = now(clock).slice(0, 'YYYY-MM-DDTHH:mm:ss'.length);
  return `${seconds.replace(/[-:]/g, '')}-${randomBytes(3).toString('hex')}`;
}
