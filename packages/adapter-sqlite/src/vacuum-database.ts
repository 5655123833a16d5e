import { err, ok, type Result, type StoreUnavailable } from '@ops-admin/core';
import { type DatabaseUnusable, openDatabase } from './open-database.js';
import { isBusy, isStoreFailure } from './store-failure.js';

const WAIT_MS = 5000;

/**
 * Rewrites a database without removed data, and empties its write-ahead log: then its files hold nothing of erased users. Others
 * can use it meanwhile, and wait. Errors: `store-unavailable`, busy if others do not let it.
 */
export function vacuumDatabase(file: string): Result<undefined, DatabaseUnusable | StoreUnavailable> {
  return openDatabase(file, { create: false }).andThen((database) => {
    try {
      database.pragma(`busy_timeout = ${WAIT_MS}`);
      database.exec('vacuum');
      const [done] = database.pragma('wal_checkpoint(truncate)') as { readonly busy: number }[];
      if (done?.busy === 0) return ok(undefined);
      const cause = new Error('others read the write-ahead log');
      return err<undefined, StoreUnavailable>({ type: 'store-unavailable', cause, isBusy: true });
    } catch (cause) {
      if (!isStoreFailure(cause)) throw cause;
      return err<undefined, StoreUnavailable>({
        type: 'store-unavailable',
        cause,
        ...(isBusy(cause) && { isBusy: true }),
      });
    } finally {
      database.close();
    }
  });
}
