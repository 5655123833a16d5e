import { AsyncLocalStorage } from 'node:async_hooks';

const within = new AsyncLocalStorage<ReadonlySet<object>>();

/** Runs the work of a transaction of a database, so that {@link refuseWithin} recognises calls from there. */
export function asTransactionOf<T>(database: object, work: () => T): T {
  return within.run(new Set([...(within.getStore() ?? []), database]), work);
}

/**
 * Throws where a transaction of the same database is open around the call. A change that is begun there would be a transaction of its
 * own: kept where the outer one is rolled back, or waiting for it without end. A read would return what was before the outer one.
 */
export function refuseWithin(database: object): void {
  if (!within.getStore()?.has(database)) return;
  throw new Error(
    'this operation cannot be part of another transaction of its database: use `change` and `sql` of the transaction, or run it before or after that',
  );
}
