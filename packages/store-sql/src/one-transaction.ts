import { AsyncLocalStorage } from 'node:async_hooks';

const within = new AsyncLocalStorage<object>();

/** Runs the work of a transaction of a database, so that {@link refuseWithin} knows what is called from there. */
export function asTransactionOf<T>(database: object, work: () => T): T {
  return within.run(database, work);
}

/**
 * Throws where a transaction of the same database is open around the call. What is begun there would be a transaction of its own:
 * kept where the outer one is undone, or waiting for it in vain.
 */
export function refuseWithin(database: object): void {
  if (within.getStore() !== database) return;
  throw new Error(
    'a change cannot be part of another transaction of its database: use the `change` of the transaction, or make it before or after that',
  );
}
