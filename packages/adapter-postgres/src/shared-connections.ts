import type { PooledClient } from './postgres-client.js';

/** How many reads share a connection: those behind a slow one wait for it. */
const READS_AT_ONCE = 8;

interface Shared {
  readonly client: Promise<PooledClient>;
  reads: number;
  failure?: unknown;
}

/**
 * Connections of a pool that short reads share, because checking one out and writing to its socket cost more than most reads. One is
 * given back after the last read on it.
 */
export class SharedConnections {
  readonly #checkOut: () => Promise<PooledClient>;
  readonly #giveBack: (client: PooledClient, failure: unknown) => void;
  /** The one that the next read joins. */
  #open: Shared | undefined;

  constructor(
    checkOut: () => Promise<PooledClient>,
    giveBack: (client: PooledClient, failure: unknown) => void,
  ) {
    this.#checkOut = checkOut;
    this.#giveBack = giveBack;
  }

  /** After a failure no other read joins the connection. */
  async use<T>(read: (client: PooledClient) => Promise<T>): Promise<T> {
    if (!this.#open || this.#open.reads === READS_AT_ONCE)
      this.#open = { client: this.#checkOut(), reads: 0 };
    const shared = this.#open;
    shared.reads++;
    try {
      return await read(await shared.client);
    } catch (error) {
      shared.failure = error;
      throw error;
    } finally {
      shared.reads--;
      if (this.#open === shared && (shared.reads === 0 || shared.failure)) this.#open = undefined;
      if (shared.reads === 0)
        shared.client.then(
          (client) => this.#giveBack(client, shared.failure),
          () => {},
        );
    }
  }
}
