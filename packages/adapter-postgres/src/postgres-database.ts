import { Socket } from 'node:net';
import { err, ok, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { StoreFault } from '@ops-admin/core/adapter';
import { Pool, type PoolClient, types } from 'pg';
import {
  fromDriver,
  isBusy,
  isConflict,
  isConnectionFailure,
  isShortage,
  isStoreFailure,
  mayTryAgain,
  NotBegun,
} from './connection-failure.js';
import { connectionUrl } from './connection-url.js';
import { Mutex } from './mutex.js';
import { each, inAll, TimedOut, type Timeout, within } from './within.js';

/** How long a call waits for its answer; reads and single changes. */
const CALL_TIMEOUT_MS = 5000;
/** How long each statement of a call that does much may take. */
const STEP_TIMEOUT_MS = 15_000;
/** How long the server bears with a change that says nothing: large ones are worked out meanwhile. */
const IDLE_TIMEOUT_MS = 30_000;
/** How long closing waits for what still runs. */
const CLOSE_TIMEOUT_MS = 2000;
/** How often a change is begun that another one undid. */
const MAX_ATTEMPTS = 3;

/** A statement; one with a name is planned once a connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Runs statements one after the other, on one connection. */
export interface Connection {
  /** The rows of a statement. Throws what pg throws, or that it took too long. */
  query<Row>(statement: Statement): Promise<Row[]>;
}

/** A transaction that no other change runs beside. */
export interface WriteTransaction extends Connection {
  /** The newest audit entry, `digest` being `null` before the first and where it has none. */
  readonly last: { readonly id: number; readonly digest: string | null };
}

/** Whether a call does much, so that the time of each statement is bounded and not that of the whole. */
export type Amount = 'little' | 'much';

/** How to reach a server. */
export interface PostgresOptions {
  readonly url: string;
  /** Takes the place of one in the URL. */
  readonly password?: string | undefined;
  /** Most connections at a time. */
  readonly poolSize?: number | undefined;
  /** How long a change waits for others, in milliseconds; 5 seconds by default. */
  readonly waitMs?: number | undefined;
  /** Gets the error of connections that are lost while nobody uses them. */
  readonly onLost?: ((error: Error) => void) | undefined;
}

/** The answer to COMMIT was not heard. */
class OutcomeUnknown extends StoreFault {
  constructor(cause: unknown) {
    super('the connection was lost while the change was written: look whether it was made', { cause });
  }
}

const INT8_OID = 20;
const numbers: typeof types.getTypeParser = ((oid: number, format?: 'text') =>
  oid === INT8_OID ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser;

/**
 * The row every change locks first. A statement after it sees what the change before has written; a subquery of the
 * locking statement itself would not. The digest is no join: until the server has counted the one row, it takes it for
 * thousands, and would read all entries for them.
 */
const BEGIN_WRITE = `
  begin isolation level read committed;
  select last_id from audit_counter for update;
  select last_id as id, coalesce(
      (select digest from audit_entries where id = last_id),
      (select last_digest from audit_archives a where a.last_id = c.last_id)
    ) as digest
  from audit_counter c`;

/**
 * Connections to a PostgreSQL server. What the server fails with is an error of each result; with anything else, such as a bug in
 * what is done in a transaction, a result rejects.
 */
export class PostgresDatabase {
  readonly #pool: Pool;
  readonly #sockets = new Set<Socket>();
  /** Changes of this process wait here and not at the server, where each would keep a connection from readers. */
  readonly #writing = new Mutex();
  readonly #born = new WeakMap<PoolClient, number>();
  /** Rises when a connection failed: those from before are not used again, they may lead to a server that is gone. */
  #generation = 0;

  readonly #waitMs: number;

  constructor({
    url,
    password,
    poolSize = 10,
    waitMs = CALL_TIMEOUT_MS,
    onLost = () => {},
  }: PostgresOptions) {
    this.#waitMs = waitMs;
    this.#pool = new Pool({
      // What a firewall or a server that vanished leaves open must be found out, and what nobody waits for ended.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: CALL_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      // Nobody has to close what nobody used.
      allowExitOnIdle: true,
      max: poolSize,
      statement_timeout: STEP_TIMEOUT_MS + this.#moreMs,
      // Before the call gives up, so that it is known what was waited for.
      lock_timeout: Math.max(waitMs - 500, 500),
      idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
      fallback_application_name: 'ops-admin',
      types: { getTypeParser: numbers },
      stream: () => this.#socket(),
      onConnect: refuseStandby as unknown as () => void,
      connectionString: connectionUrl(url, password),
    });
    this.#pool.on('connect', (client) => {
      this.#born.set(client, this.#generation);
      // Without a listener, what happens to a connection that is in use would end the process.
      client.on('error', () => {});
    });
    this.#pool.on('error', onLost);
  }

  /** How much longer than a call a change may wait for others. */
  get #moreMs(): number {
    return Math.max(0, this.#waitMs - CALL_TIMEOUT_MS);
  }

  /** One statement that changes nothing; tried once more where its connection turns out to be dead. */
  read<Row>(statement: Statement, amount: Amount = 'little'): ResultAsync<Row[], StoreUnavailable> {
    const timeout = timeoutFor(amount);
    return attempt(async () => {
      try {
        return ok(await this.#query<Row>(statement, timeout));
      } catch (error) {
        if (!mayTryAgain(error)) throw error;
        return ok(await this.#query<Row>(statement, timeout));
      }
    });
  }

  /** One statement that may change something, so that it is never tried again; `timeoutMs` for the whole. */
  run<Row>(statement: Statement, timeoutMs: number = CALL_TIMEOUT_MS): ResultAsync<Row[], StoreUnavailable> {
    return attempt(async () =>
      ok(await this.#query<Row>(statement, inAll(timeoutMs), timeoutMs >= CALL_TIMEOUT_MS)),
    );
  }

  /**
   * Work in a transaction that no other change runs beside, whichever instance makes it; durable before the result is
   * there. An error of the work, or what it throws, undoes it. The work may run more than once, never after a commit.
   */
  write<T, E>(
    work: (transaction: WriteTransaction) => Promise<Result<T, E>>,
    amount: Amount = 'little',
  ): ResultAsync<T, E | StoreUnavailable> {
    const timeout = timeoutFor(amount, this.#moreMs);
    return attempt(async () => {
      const acquiring = within(inAll(this.#waitMs), this.#writing.acquire(), (late) => late());
      const release = await acquiring.catch(notBegun);
      try {
        return await this.#transact(work, timeout);
      } finally {
        release();
      }
    });
  }

  /**
   * Work on one connection, for the code that opens the database; what it rejects with is handed on. Each statement may take
   * `timeoutMs`.
   */
  async use<T>(
    work: (connection: Connection) => Promise<T>,
    timeoutMs: number = CALL_TIMEOUT_MS,
  ): Promise<T> {
    const client = await this.#checkOut(inAll(CALL_TIMEOUT_MS));
    return this.#finish(client, work(connectionOf(client, each(timeoutMs))));
  }

  /** A few reads that are all of one moment. */
  readTogether<T>(read: (connection: Connection) => Promise<T>): ResultAsync<T, StoreUnavailable> {
    return attempt(async () => {
      let result: { readonly value: T } | undefined;
      // Read to its end: leaving a snapshot before that loses the connection.
      for await (const value of this.snapshot(async function* (connection) {
        yield await read(connection);
      })) {
        result = { value };
      }
      if (!result) throw new StoreFault('the snapshot gave nothing');
      return ok(result.value);
    });
  }

  /**
   * Reads that are all of one moment, on a connection of their own; what they reject with is handed on. Each statement may
   * take `timeoutMs`.
   */
  async *snapshot<T>(
    read: (connection: Connection) => AsyncIterable<T>,
    timeoutMs: number = STEP_TIMEOUT_MS,
  ): AsyncGenerator<T, void> {
    const begin = `begin isolation level repeatable read read only; set local statement_timeout = ${timeoutMs}`;
    const { client } = await this.#begin(begin, each(timeoutMs));
    const connection = connectionOf(client, each(timeoutMs));
    let failure: unknown = new Error('the reader has stopped');
    try {
      yield* read(connection);
      await connection.query({ text: 'commit' });
      failure = undefined;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      if (failure === undefined) client.release();
      else this.#drop(client, failure, true);
    }
  }

  /** Waits a little for what still runs, then cuts it off. */
  async close(): Promise<void> {
    const ended = this.#pool.end().catch(() => {});
    await within(inAll(CLOSE_TIMEOUT_MS), ended).catch(() => {});
    for (const socket of this.#sockets) socket.destroy();
  }

  async #transact<T, E>(
    work: (transaction: WriteTransaction) => Promise<Result<T, E>>,
    timeout: Timeout,
  ): Promise<Result<T, E>> {
    for (let attempts = 1; ; attempts++) {
      const { client, results } = await this.#begin(BEGIN_WRITE, timeout).catch(notBegun);
      const connection = connectionOf(client, timeout);
      const working = async () => {
        const result = await work({ ...connection, last: lastOf(results) });
        if (result.isErr()) await connection.query({ text: 'rollback' });
        else await commit(connection);
        return result;
      };
      try {
        return await this.#finish(client, working());
      } catch (error) {
        if (!isConflict(error) || attempts >= MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** Nothing is written yet, so that a dead connection may be replaced by another. */
  async #begin(
    text: string,
    timeout: Timeout,
  ): Promise<{ readonly client: PoolClient; readonly results: unknown }> {
    for (let attempts = 1; ; attempts++) {
      const client = await this.#checkOut(timeout);
      try {
        return { client, results: await within(timeout, client.query(text)).catch(fromDriver) };
      } catch (error) {
        // Who waited in vain for another change knows nothing of the connection.
        this.#drop(client, error, !(error instanceof TimedOut));
        if (!mayTryAgain(error) || attempts > 1) throw error;
      }
    }
  }

  async #query<Row>(statement: Statement, timeout: Timeout, isTelling = true): Promise<Row[]> {
    const client = await this.#checkOut(timeout);
    return this.#finish(client, connectionOf(client, timeout).query<Row>(statement), isTelling);
  }

  /** Gives the connection back when the work on it is done, or drops it where that failed. */
  async #finish<T>(client: PoolClient, working: Promise<T>, isTelling = true): Promise<T> {
    let result: T;
    try {
      result = await working;
    } catch (error) {
      this.#drop(client, error, isTelling || !(error instanceof TimedOut));
      throw error;
    }
    client.release();
    return result;
  }

  /** `isTelling`: whether the failure says something of the other connections too. */
  #drop(client: PoolClient, error: unknown, isTelling: boolean): void {
    if (isTelling && isConnectionFailure(error) && this.#born.get(client) === this.#generation)
      this.#generation++;
    // A transaction is undone by the end of its connection, even where the server cannot be reached any more.
    client.release(true);
  }

  async #checkOut(timeout: Timeout): Promise<PoolClient> {
    for (;;) {
      const connecting = within(timeout, this.#pool.connect(), (late) => late.release());
      const client = await connecting.catch(fromDriver);
      if (this.#born.get(client) === this.#generation) return client;
      client.release(true);
    }
  }

  #socket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }
}

function timeoutFor(amount: Amount, moreMs = 0): Timeout {
  return amount === 'little' ? inAll(CALL_TIMEOUT_MS + moreMs) : each(STEP_TIMEOUT_MS + moreMs);
}

function connectionOf(client: PoolClient, timeout: Timeout): Connection {
  return {
    query: async <Row>({ name, text, values = [] }: Statement) => {
      const statement = { text, values: [...values], ...(name !== undefined && { name }) };
      for (const value of values) checkValue(value);
      const { rows } = await within(timeout, client.query(statement)).catch(fromDriver);
      return rows as Row[];
    },
  };
}

/** The driver would make a text of anything. */
function checkValue(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) checkValue(one);
  else if (value !== null && !VALUES.has(typeof value) && !(value instanceof Date))
    throw new TypeError(`PostgreSQL has no value for ${typeof value}`);
}

const VALUES: ReadonlySet<string> = new Set(['bigint', 'boolean', 'number', 'string']);

/** What {@link BEGIN_WRITE} has read. */
function lastOf(results: unknown): WriteTransaction['last'] {
  const [last] = (results as readonly { readonly rows: WriteTransaction['last'][] }[])[2]?.rows ?? [];
  if (!last) throw new StoreFault('audit_counter has lost its row');
  return last;
}

async function commit(connection: Connection): Promise<void> {
  try {
    await connection.query({ text: 'commit' });
  } catch (error) {
    throw isConnectionFailure(error) ? new OutcomeUnknown(error) : error;
  }
}

function notBegun(error: unknown): never {
  throw error instanceof TimedOut ? new NotBegun(error) : error;
}

/** A standby may lag behind: a permission that was removed would still be there. */
async function refuseStandby(client: PoolClient): Promise<void> {
  const text = 'select pg_is_in_recovery() as standby';
  const { rows } = await within(inAll(CALL_TIMEOUT_MS), client.query<{ standby: boolean }>(text));
  if (rows[0]?.standby) throw new StoreFault('the server is a standby; name the primary');
}

function attempt<T, E>(work: () => Promise<Result<T, E>>): ResultAsync<T, E | StoreUnavailable> {
  return new ResultAsync<T, E | StoreUnavailable>(
    work().catch((cause: unknown) => {
      if (!isStoreFailure(cause)) throw cause;
      return err({
        type: 'store-unavailable' as const,
        cause,
        ...(isBusy(cause) && { isBusy: true as const }),
        ...(isShortage(cause) && { noSpaceOn: "the database's server" }),
      });
    }),
  );
}
