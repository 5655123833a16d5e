import { Socket } from 'node:net';
import {
  type ChainEnd,
  err,
  ok,
  type PatienceOf,
  type Result,
  ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { StoreFault } from '@ops-admin/core/adapter';
import { asTransactionOf, CHAIN_END, refuseWithin } from '@ops-admin/store-sql';
import { Client, type ClientBase, type ClientConfig, DatabaseError, Pool, type PoolClient, types } from 'pg';
import {
  fromDriver,
  hasNoRoom,
  isBusy,
  isConflict,
  isConnectionFailure,
  isOutOfReach,
  isShortage,
  isStoreFailure,
  mayTryAgain,
  NotBegun,
  OutcomeUnknown,
  UnwantedServer,
} from './connection-failure.js';
import { type HostUrl, hostUrls } from './connection-url.js';
import { Mutex } from './mutex.js';
import { statementOf } from './postgres-sql.js';
import { each, inAll, TimedOut, type Timeout, within } from './within.js';

/** How long a call waits for its answer; reads and single changes. */
export const CALL_TIMEOUT_MS = 5000;
/** How long each statement of a large call can take. */
const STEP_TIMEOUT_MS = 15_000;
/** How long the server waits for the next statement of a change: large ones are computed meanwhile. */
const IDLE_TIMEOUT_MS = 30_000;
/** How much earlier than a call the server stops waiting for other changes. */
const GIVEN_UP_BEFORE_MS = 250;
/** How often a server without room for one more connection is asked again. */
const ROOM_LOOKED_FOR_MS = 250;
/** Of a request that has waited longer before, a call without an answer in time says nothing about the server. */
const TELLING_WITHIN_MS = 500;
/** How long closing waits for what still runs. */
const CLOSE_TIMEOUT_MS = 2000;
/** How often a change is started if another one undid it. */
const MAX_ATTEMPTS = 3;

/** A statement; one with a name is planned once for each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Runs statements one after the other, on one connection. */
export interface Connection {
  /** The rows of a statement. Throws what pg throws, also of what was sent before, or that it took too long. */
  query<Row>(statement: Statement): Promise<Row[]>;
  /** Sends a statement whose rows nobody needs, once the one that was sent before is done: what follows it goes out behind it. */
  send(statement: Statement): Promise<void>;
  /** Until what was sent is done. */
  sent(): Promise<unknown>;
}

/** A transaction in which no other change runs. */
export interface WriteTransaction extends Connection {
  /** The newest audit entry; `digest` is `null` before the first, or if it has none. */
  readonly last: ChainEnd;
}

/** Whether a call is large, so that the time of each statement is limited, and not that of the whole. */
export type Amount = 'little' | 'much';

/** What a call waits for, as part of the waits of its request. */
export interface Wait {
  /** When the request would have begun to wait if that was all it did, by `performance.now()`. */
  readonly since: number;
  /** Whether the call had time enough, so that an answer which does not come in time says something about the server. */
  readonly isTelling: boolean;
  /** Large work has begun, which takes as long as it takes. */
  readonly begun: () => void;
  /** There is an answer, or none. */
  readonly over: (isDone: boolean) => void;
}

/** How to reach a server. */
export interface PostgresOptions {
  /** The hosts are tried in turn, where it names several. */
  readonly url: string;
  /** Used instead of a password in the URL; a function is asked before each connection, so that a new password counts at once. */
  readonly password?: string | (() => string | undefined) | undefined;
  /** The largest number of connections. */
  readonly poolSize?: number | undefined;
  /**
   * What of a pooler in between a connection has to itself. In mode `transaction` another program may have it after each
   * transaction: no statement is prepared by name, and limits of time are set in each transaction. `session` by default.
   */
  readonly pooler?: 'session' | 'transaction' | undefined;
  /** How long a change waits for others, in milliseconds; 5 seconds by default. */
  readonly waitMs?: number | undefined;
  /** What has the calls of a request wait for 5 seconds together; without it, each waits as long. */
  readonly patience?: PatienceOf | undefined;
  /** Gets the errors of lost idle connections. */
  readonly onLost?: ((error: Error) => void) | undefined;
}

const INT8_OID = 20;
const numbers: typeof types.getTypeParser = ((oid: number, format?: 'text') =>
  oid === INT8_OID ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser;

/** The row every change locks first. */
const lockForWrite = (lockMs: number) => `
  set local lock_timeout = ${Math.max(1, Math.floor(lockMs))};
  select total from counters where name = 'audit_entries' for update`;
/**
 * A statement after the lock sees what the change before has written; a subquery of the locking statement itself would not. With a
 * name it is not planned for each change.
 */
const READ_CHAIN_END = statementOf({ text: CHAIN_END, values: [] });

/**
 * Connections to a PostgreSQL server. A failure of the server is an error of each result; for anything else, such as a bug
 * in a transaction, a result rejects.
 */
export class PostgresDatabase {
  readonly #pool: Pool;
  readonly #sockets = new Map<ClientBase, Socket>();
  /** Changes of this process wait here and not at the server, where each would take a connection away from readers. */
  readonly #writing = new Mutex();
  readonly #born = new WeakMap<PoolClient, number>();
  readonly #connecting = new Set<Promise<PoolClient>>();
  /** Those whom the server has no room for: each is woken when a connection of ours is given back. */
  readonly #withoutRoom: (() => void)[] = [];
  /** Rises when a connection failed: older ones are not used again, because they can lead to a server that is gone. */
  #generation = 0;

  /** How many hosts there are, and the one that new connections go to: where one fails, the next. */
  readonly #hosts: number;
  #host = 0;

  readonly #waitMs: number;
  readonly #patience: PatienceOf;
  /** Whether each transaction has another connection to the server. */
  readonly #isEachElsewhere: boolean;

  constructor({
    url,
    password,
    poolSize = 10,
    pooler = 'session',
    waitMs = CALL_TIMEOUT_MS,
    patience = () => undefined,
    onLost = () => {},
  }: PostgresOptions) {
    this.#waitMs = waitMs;
    this.#patience = patience;
    const hosts = () => hostUrls(url, typeof password === 'function' ? password() : password);
    this.#hosts = hosts().length;
    this.#isEachElsewhere = pooler === 'transaction';
    this.#pool = new Pool({
      // Connections left open by a firewall or a vanished server must be noticed, and unneeded ones closed.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // After the call that waits has given up.
      connectionTimeoutMillis: CALL_TIMEOUT_MS + 1000,
      idleTimeoutMillis: 30_000,
      // An unused pool need not be closed.
      allowExitOnIdle: true,
      max: poolSize,
      fallback_application_name: 'ops-admin',
      types: { getTypeParser: numbers },
      onConnect: ((client: PoolClient) => this.#prepare(client)) as unknown as () => void,
      Client: clientOf(() => hosts()[this.#host] as HostUrl, this.#hosts, this.#sockets),
    });
    this.#pool.on('connect', (client) => {
      this.#born.set(client, this.#generation);
      // Without a listener, an error of a connection in use would end the process.
      client.on('error', () => {});
    });
    this.#pool.on('error', onLost);
    this.#pool.on('release', () => this.#withoutRoom.shift()?.());
  }

  /** How much longer than a call a change can wait for others. */
  get #moreMs(): number {
    return Math.max(0, this.#waitMs - CALL_TIMEOUT_MS);
  }

  /** One statement that changes nothing; tried once more if its connection is dead. */
  read<Row>(statement: Statement, amount: Amount = 'little'): ResultAsync<Row[], StoreUnavailable> {
    const wait = this.wait(amount);
    const timeout = timeoutFor(amount, 0, wait.since);
    const read = async (): Promise<Result<Row[], never>> => {
      try {
        return ok(await this.#query<Row>(statement, timeout, wait));
      } catch (error) {
        if (!mayTryAgain(error)) throw error;
        return ok(await this.#query<Row>(statement, timeout, wait));
      }
    };
    return attempt(() => during(wait, read()));
  }

  /** One statement that can change something, so it is never tried again; `timeoutMs` is for the whole. */
  run<Row>(statement: Statement, timeoutMs: number = CALL_TIMEOUT_MS): ResultAsync<Row[], StoreUnavailable> {
    const wait = this.wait('little');
    const called = inAll(timeoutMs);
    const request = inAll(CALL_TIMEOUT_MS, wait.since);
    const run = async (): Promise<Result<Row[], never>> =>
      ok(
        await this.#query<Row>(
          statement,
          () => Math.min(called(), request()),
          wait,
          timeoutMs >= CALL_TIMEOUT_MS,
        ),
      );
    return attempt(() => during(wait, run()), false);
  }

  /**
   * Work in a transaction in which no other change of any instance runs; durable before the result. An error of the work, or
   * what it throws, undoes it. A change of permissions, or anything else that writes, cannot be part of it: begun there, it
   * rejects. The work can run more than once, but never after a commit.
   */
  write<T, E>(
    work: (transaction: WriteTransaction) => Promise<Result<T, E>>,
    amount: Amount = 'little',
    wait: Wait = this.wait(amount, true),
  ): ResultAsync<T, E | StoreUnavailable> {
    const timeout = timeoutFor(amount, this.#moreMs, wait.since);
    const write = async () => {
      refuseWithin(this);
      const waiting = inAll(this.#waitMs, wait.since);
      const acquiring = within(waiting, this.#writing.acquire(), (late) => late());
      const release = await acquiring.catch(notBegun);
      try {
        return await this.#transact(work, waiting, timeout, wait);
      } finally {
        release();
      }
    };
    return attempt(() => during(wait, write()));
  }

  /** Begins the wait of a call, as one of those of its request. `renews`: what follows an answer has time of its own. */
  wait(amount: Amount, renews: boolean = amount === 'much'): Wait {
    const patience = this.#patience();
    const spent = patience?.spent ?? 0;
    const end = patience?.wait() ?? (() => {});
    return {
      since: performance.now() - spent,
      isTelling: spent < TELLING_WITHIN_MS,
      begun: () => {
        if (amount === 'much') end();
      },
      over: (isDone) => {
        end();
        if (isDone && renews) patience?.renew();
      },
    };
  }

  /** How much longer one can wait who has waited since then. */
  left({ since }: Wait): number {
    return inAll(this.#waitMs, since)();
  }

  /**
   * Work on one connection, for the code that opens the database; its rejections are passed on. Each statement can take
   * `timeoutMs`.
   */
  async use<T>(
    work: (connection: Connection) => Promise<T>,
    timeoutMs: number = CALL_TIMEOUT_MS,
  ): Promise<T> {
    const client = await this.#checkOut(inAll(CALL_TIMEOUT_MS), performance.now());
    return this.#finish(client, work(this.#connectionOf(client, each(timeoutMs))), true);
  }

  /** A few reads, all at one moment; see {@link snapshot}. */
  readTogether<T>(
    read: (connection: Connection) => Promise<T>,
    timeoutMs: number = STEP_TIMEOUT_MS,
  ): ResultAsync<T, StoreUnavailable> {
    return attempt(async () => {
      let result: { readonly value: T } | undefined;
      // Read to its end: leaving a snapshot before that loses the connection.
      for await (const value of this.snapshot(async function* (connection) {
        yield await read(connection);
      }, timeoutMs)) {
        result = { value };
      }
      if (!result) throw new StoreFault('the snapshot gave nothing');
      return ok(result.value);
    });
  }

  /**
   * Reads that are all at one moment, on a separate connection; rejections are passed on. Each statement can take
   * `timeoutMs`; if that is no more than a call has, all of them together, with the wait for the connection.
   */
  async *snapshot<T>(
    read: (connection: Connection) => AsyncIterable<T>,
    timeoutMs: number = STEP_TIMEOUT_MS,
  ): AsyncGenerator<T, void> {
    const limit = `set local statement_timeout = ${timeoutMs}`;
    const amount = timeoutMs > CALL_TIMEOUT_MS ? 'much' : 'little';
    const wait = this.wait(amount);
    const waiting = inAll(CALL_TIMEOUT_MS, wait.since);
    const beginning = this.#begin('repeatable read read only', limit, waiting, wait);
    const { client } = await beginning.catch((error: unknown) => {
      wait.over(false);
      throw error;
    });
    const timeout = amount === 'much' ? each(timeoutMs) : waiting;
    const connection = this.#connectionOf(client, timeout);
    let failure: unknown = new Error('the reader has stopped');
    try {
      yield* read(connection);
      await connection.query({ text: 'commit' });
      failure = undefined;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      wait.over(failure === undefined);
      if (failure === undefined) client.release();
      else this.#drop(client, failure, wait.isTelling || !(failure instanceof TimedOut));
    }
  }

  /** How many connections are at work, and how many calls wait for one. */
  load(): { readonly inUse: number; readonly waiting: number } {
    const { idleCount, totalCount, waitingCount } = this.#pool;
    return { inUse: totalCount - idleCount, waiting: waitingCount + this.#withoutRoom.length };
  }

  /** Waits a little for running work, then cuts it off. */
  async close(): Promise<void> {
    // The pool would leave those without an answer who wait for a connection.
    const ended = Promise.allSettled(this.#connecting).then(() => this.#pool.end());
    await within(inAll(CLOSE_TIMEOUT_MS), ended).catch(() => {});
    for (const socket of this.#sockets.values()) socket.destroy();
  }

  async #transact<T, E>(
    work: (transaction: WriteTransaction) => Promise<Result<T, E>>,
    waiting: Timeout,
    timeout: Timeout,
    wait: Wait,
  ): Promise<Result<T, E>> {
    for (let attempts = 1; ; attempts++) {
      // The server gives up before the call does, so that the connection is kept.
      const lock = lockForWrite(waiting() - GIVEN_UP_BEFORE_MS);
      const beginning = this.#begin('read committed', lock, waiting, wait, READ_CHAIN_END);
      const { client, rows } = await beginning.catch(notBegun);
      const connection = this.#connectionOf(client, timeout);
      const working = async () => {
        const last = lastOf(rows);
        const result = await asTransactionOf(this, () => work({ ...connection, last }));
        if (result.isErr()) await connection.query({ text: 'rollback' });
        else await commit(client, connection);
        return result;
      };
      try {
        return await this.#finish(client, working(), wait.isTelling);
      } catch (error) {
        if (!isConflict(error) || attempts >= MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** Nothing is written yet, so a dead connection can be replaced by another. What is read next goes out with the beginning. */
  async #begin(
    isolation: string,
    first: string,
    timeout: Timeout,
    wait: Wait,
    next?: Statement,
  ): Promise<{ readonly client: PoolClient; readonly rows: readonly unknown[] }> {
    const prepare = this.#isEachElsewhere ? this.#preparation('set local') : '';
    for (let attempts = 1; ; attempts++) {
      const client = await this.#checkOut(timeout, wait.since);
      try {
        inOneWrite(this.#sockets.get(client));
        const begun = client.query(`begin isolation level ${isolation}; ${prepare}${first}`);
        const [results, rows] = await Promise.all([
          within(timeout, begun).catch(fromDriver),
          next ? this.#connectionOf(client, timeout).query(next) : [],
        ]);
        this.#assertWanted([results].flat() as unknown as Results);
        wait.begun();
        return { client, rows };
      } catch (error) {
        // A change that waited in vain for another says nothing about the connection.
        this.#drop(client, error, !(error instanceof TimedOut));
        if (!mayTryAgain(error) || attempts > 1) throw error;
      }
    }
  }

  async #query<Row>(statement: Statement, timeout: Timeout, wait: Wait, isTelling = true): Promise<Row[]> {
    if (!this.#isEachElsewhere) {
      const client = await this.#checkOut(timeout, wait.since);
      wait.begun();
      return this.#finish(
        client,
        this.#connectionOf(client, timeout).query<Row>(statement),
        isTelling && wait.isTelling,
      );
    }
    const { client } = await this.#begin('read committed', '', timeout, wait);
    const connection = this.#connectionOf(client, timeout);
    const working = async () => {
      const rows = await connection.query<Row>(statement);
      await connection.query({ text: 'commit' });
      return rows;
    };
    return this.#finish(client, working(), isTelling && wait.isTelling);
  }

  /** Gives the connection back when the work on it is done, or drops it if that failed. */
  async #finish<T>(client: PoolClient, working: Promise<T>, isTelling: boolean): Promise<T> {
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

  /** `isTelling`: whether the failure also says something about the other connections. */
  #drop(client: PoolClient, error: unknown, isTelling: boolean): void {
    if (isTelling && isConnectionFailure(error) && this.#born.get(client) === this.#generation)
      this.#generation++;
    // The end of its connection undoes a transaction, even if the server can no longer be reached.
    client.release(true);
    // The driver would wait for the answers to what was sent.
    if (isConnectionFailure(error)) this.#sockets.get(client)?.destroy();
  }

  /** Waits no longer than a call, however large the work is. */
  async #checkOut(work: Timeout, since: number): Promise<PoolClient> {
    const atOnce = inAll(CALL_TIMEOUT_MS, since);
    const timeout = () => Math.min(atOnce(), work());
    for (;;) {
      let client: PoolClient;
      try {
        client = await within(timeout, this.#connect(), (late) => late.release());
      } catch (error) {
        if (!hasNoRoom(error) || timeout() < ROOM_LOOKED_FOR_MS) fromDriver(error);
        await this.#untilRoom();
        continue;
      }
      if (this.#born.get(client) === this.#generation) return client;
      client.release(true);
    }
  }

  #connect(): Promise<PoolClient> {
    const connecting = this.#connectToAny();
    this.#connecting.add(connecting);
    const forget = () => this.#connecting.delete(connecting);
    connecting.then(forget, forget);
    return connecting;
  }

  /** Each host is tried once at most: 5 seconds are over soon. */
  async #connectToAny(): Promise<PoolClient> {
    for (let tried = 1; ; tried++) {
      const host = this.#host;
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (!isConnectionFailure(error)) throw error;
        // Another call may have gone on to the next one already.
        if (this.#host === host) this.#host = (host + 1) % this.#hosts;
        if (tried >= this.#hosts) throw error;
      }
    }
  }

  /** Until a connection of ours is given back; others may have given theirs back too. */
  async #untilRoom(): Promise<void> {
    let wake = () => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#withoutRoom.push(wake);
    await within(each(ROOM_LOOKED_FOR_MS), woken).catch(() => {
      this.#withoutRoom.splice(this.#withoutRoom.indexOf(wake), 1);
    });
  }

  /** A pooler, such as PgBouncer, takes no limits of time when a connection is made. */
  async #prepare(client: PoolClient): Promise<void> {
    const text = this.#isEachElsewhere ? IS_STANDBY : this.#preparation('set');
    const results = await within(inAll(CALL_TIMEOUT_MS), client.query(text));
    this.#assertWanted([results].flat() as unknown as Results);
  }

  /**
   * SQL for what must hold of a connection, or of a transaction: the limits of time, that no statement is compiled, which takes longer
   * than running it (a page of users 300 ms in place of 5), and whether it is with the primary.
   */
  #preparation(set: 'set' | 'set local'): string {
    return `
      ${set} statement_timeout = ${STEP_TIMEOUT_MS + this.#moreMs};
      ${set} lock_timeout = ${this.#waitMs};
      ${set} idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS};
      ${set} jit = off;
      ${IS_STANDBY};`;
  }

  /** A standby can be late: for a change, a removed permission would still be there. */
  #assertWanted(results: Results): void {
    for (const { rows } of results) {
      const isStandby = (rows[0] as { standby?: boolean } | undefined)?.standby;
      if (isStandby) throw new UnwantedServer();
    }
  }

  #connectionOf(client: PoolClient, timeout: Timeout): Connection {
    return connectionOf(client, this.#sockets.get(client), timeout, !this.#isEachElsewhere);
  }
}

/**
 * A client that connects as it is told at that time, by a socket that is among `sockets` while it is open. Where there are several
 * hosts, none may use up the time of a call.
 */
function clientOf(
  host: () => HostUrl,
  hosts: number,
  sockets: Map<ClientBase, Socket>,
): new () => ClientBase {
  return class extends Client {
    constructor(config?: ClientConfig) {
      const { connectMs, url } = host();
      const socket = new Socket();
      const timeout =
        connectMs ?? (hosts > 1 ? Math.floor(CALL_TIMEOUT_MS / hosts) - GIVEN_UP_BEFORE_MS : undefined);
      super({
        ...config,
        connectionString: url,
        stream: () => socket,
        // What is sent does not wait for the answer to what was sent before.
        ...{ pipeline: true },
        ...(timeout !== undefined && { connectionTimeoutMillis: timeout }),
      });
      sockets.set(this, socket);
      socket.once('close', () => sockets.delete(this));
    }
  };
}

async function during<T, E>(wait: Wait, work: Promise<Result<T, E>>): Promise<Result<T, E>> {
  let isDone = false;
  try {
    const result = await work;
    isDone = result.isOk();
    return result;
  } finally {
    wait.over(isDone);
  }
}

function timeoutFor(amount: Amount, moreMs = 0, since?: number): Timeout {
  return amount === 'little' ? inAll(CALL_TIMEOUT_MS + moreMs, since) : each(STEP_TIMEOUT_MS + moreMs);
}

/** What is sent until the end of this turn goes out together. */
function inOneWrite(socket: Socket | undefined): void {
  socket?.cork();
  process.nextTick(() => socket?.uncork());
}

function connectionOf(
  client: PoolClient,
  socket: Socket | undefined,
  timeout: Timeout,
  isNamed: boolean,
): Connection {
  const ask = async ({ name, text, values = [] }: Statement) => {
    const statement = { text, values: [...values], ...(isNamed && name !== undefined && { name }) };
    for (const value of values) checkValue(value);
    return (await within(timeout, client.query(statement)).catch(fromDriver)).rows;
  };
  let sent: Promise<unknown> = Promise.resolve();
  return {
    query: async <Row>(statement: Statement) => {
      // What failed first is why others fail.
      const [, rows] = await Promise.all([sent, ask(statement)]);
      return rows as Row[];
    },
    send: async (statement) => {
      await sent;
      inOneWrite(socket);
      sent = ask(statement);
      sent.catch(() => {});
    },
    sent: () => sent,
  };
}

/** The driver would turn any value into text. */
function checkValue(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) checkValue(one);
  else if (value !== null && !VALUES.has(typeof value) && !(value instanceof Date))
    throw new TypeError(`PostgreSQL has no value for ${typeof value}`);
}

const VALUES: ReadonlySet<string> = new Set(['bigint', 'boolean', 'number', 'string']);

/** What each statement of a text has given. */
type Results = readonly { readonly rows: readonly unknown[] }[];

function lastOf([last]: readonly unknown[]): WriteTransaction['last'] {
  if (!last) throw new StoreFault('counters has lost a row');
  return last as WriteTransaction['last'];
}

const IS_STANDBY = 'select pg_is_in_recovery() as standby';

async function commit(client: PoolClient, connection: Connection): Promise<void> {
  let warning: unknown;
  const hear = (notice: unknown) => {
    warning = notice;
  };
  client.on('notice', hear);
  const committing = connection.query({ text: 'commit' });
  // Where the server says that it did not write, it has undone all.
  const isUndone = connection.sent().then(
    () => false,
    (error: unknown) => error instanceof DatabaseError,
  );
  try {
    await committing;
  } catch (error) {
    throw isOutOfReach(error) && !(await isUndone) ? new OutcomeUnknown(error) : error;
  } finally {
    client.off('notice', hear);
  }
  // The wait for a synchronous standby was cut short: only this server has the change, and can be lost.
  if (warning !== undefined) throw new OutcomeUnknown(warning);
}

function notBegun(error: unknown): never {
  throw error instanceof TimedOut ? new NotBegun(error) : error;
}

/** `isUndone`: whether nothing is changed where this fails, except where the outcome is unknown. */
function attempt<T, E>(
  work: () => Promise<Result<T, E>>,
  isUndone = true,
): ResultAsync<T, E | StoreUnavailable> {
  return new ResultAsync<T, E | StoreUnavailable>(
    work().catch((cause: unknown) => {
      if (!isStoreFailure(cause)) throw cause;
      return err({
        type: 'store-unavailable' as const,
        cause,
        ...(isBusy(cause) && { isBusy: true as const }),
        ...(isUndone && isOutOfReach(cause) && { isOutOfReach: true as const }),
        ...(isShortage(cause) && { noSpaceOn: "the database's server" }),
      });
    }),
  );
}
