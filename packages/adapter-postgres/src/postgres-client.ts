import { Socket } from 'node:net';
import { Client, type ClientConfig, type PoolClient, type QueryResultRow } from 'pg';
import { fromDriver } from './connection-failure.js';
import type { PgStatement } from './pg-statement.js';

/** A client that sends statements without waiting for the answers to those before. */
export class PostgresClient extends Client {
  readonly #socket: Socket;

  constructor(config: ClientConfig = {}) {
    const socket = new Socket();
    // The pool hides the password from a spread.
    super({ ...config, password: config.password, stream: () => socket, ...{ pipeline: true } });
    this.#socket = socket;
  }

  /** The rows of a statement, or of the last of several without values, if they come in time. */
  async ask<Row>({ name, text, values }: PgStatement, timeoutMs: number): Promise<Row[]> {
    const asked = {
      text,
      query_timeout: timeoutMs,
      ...(values && { values: [...values] }),
      ...(name !== undefined && { name }),
    };
    const answer = await this.query<QueryResultRow & Row>(asked).catch(fromDriver);
    return [answer].flat().at(-1)?.rows ?? [];
  }

  /** Buffers messages until the end of this event loop turn, and sends them together. */
  cork(): void {
    this.#socket.cork();
    process.nextTick(() => this.#socket.uncork());
  }

  /** Cuts the connection, whatever still runs on it. */
  destroy(): void {
    this.#socket.destroy();
  }
}

/** One that a pool has lent. */
export type PooledClient = PostgresClient & Pick<PoolClient, 'release'>;
