/**
 * Thrown inside an adapter if the store is at fault and its driver does not say so, for example if a file is gone. Adapters turn
 * it, and the failures of their driver, into `store-unavailable`, and throw every other error on.
 */
export class StoreFault extends Error {}
