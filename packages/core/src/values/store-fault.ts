/**
 * Thrown inside an adapter where the store is at fault and its driver does not say so, such as a file that is gone. Adapters
 * give it as `store-unavailable`, and so the failures of their driver; every other error is thrown on.
 */
export class StoreFault extends Error {}
