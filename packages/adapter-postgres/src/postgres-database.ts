import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreUnavailable } from '@ops-admin/core';
import {
  type Dialect,
  OutcomeUnknown,
  refuseWithin,
  Semaphore,
  type Sql,
  SqlDatabase,
  type Statement,
  type Transaction,
} from '@ops-admin/store-sql';
import { type ClientConfig, Pool, type PoolClient, types } from 'pg';
import {
  fromDriver,
  hasNoRoom,
  isBusy,
  isConnectionFailure,
  isOutOfReach,
  isShortage,
  isStoreFailure,
  TimedOut,
  UnwantedServer,
} from './connection-failure.js';
import { clientConfig } from './connection-url.js';
import type { PgStatement } from './pg-statement.js';
import { type PooledClient, PostgresClient } from './postgres-client.js';
import { POSTGRES_DIALECT } from './postgres-dialect.js';
import { PostgresSql } from './postgres-sql.js';
import { SharedConnections } from './shared-connections.js';

/** The limit of a request's statement, and of the wait for a connection. */
const CALL_TIMEOUT_MS = 5000;
const LONG_STATEMENT_MS = 15_000;
const TABLE_TIMEOUT_MS = 600_000;
/** How long the server waits for the next statement of a transaction: a frozen instance gives its lock to others. */
const IDLE_TIMEOUT_MS = 30_000;
/** How much earlier than a call the server gives up, so that its reason is known. */
const MARGIN_MS = 250;
const CLOSE_TIMEOUT_MS = 2000;
/** How soon a read learns that its connection is dead. After this it has waited enough: another read can have ended a shared one. */
const SOON_MS = 2000;

/** SQL that has the statements of a transaction planned for their values where that pays. */
const PLANNED_ANEW = 'set local plan_cache_mode = auto;';

/** How to reach a server. */
export interface PostgresOptions {
  readonly url: string;
  /** Used instead of a password in the URL; a function is asked for each new connection. */
  readonly password?: string | (() => string | undefined) | undefined;
  /** The largest number of connections; 10 by default. */
  readonly poolSize?: number | undefined;
  /**
   * The mode of a pooler in between. In mode `transaction` another program may have it after each
   * transaction: no statement has a name, and limits of time are set in each transaction. `session` by default.
   */
  readonly pooler?: 'session' | 'transaction' | undefined;
  /** How long a change waits for others, in milliseconds; 5 seconds by default. */
  readonly waitMs?: number | undefined;
  /** Gets the errors of lost idle connections. */
  readonly onLost?: ((error: Error) => void) | undefined;
}

const INT8_OID = 20;
const numbers: typeof types.getTypeParser = ((oid: number, format?: 'text') =>
  oid === INT8_OID ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser;

/** Asks for the rows of one statement, or of the last of several without values. */
export type Ask = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** The connections to a PostgreSQL server. */
export class PostgresDatabase extends SqlDatabase {
  readonly dialect: Dialect = POSTGRES_DIALECT;
  readonly waitMs: number;
  readonly #pool: Pool;
  readonly #clients = new Set<PostgresClient>();
  /** Reads of many rows leave half of the connections to others. */
  readonly #searching: Semaphore;
  readonly #shared = new SharedConnections(
    () => this.#checkOut(),
    (client, failure) => this.#giveBack(client, failure),
  );
  /** Whether each transaction has another connection to the server. */
  readonly #isEachElsewhere: boolean;
  readonly #born = new WeakMap<object, number>();
  /** Rises when a connection failed: older ones are not used again, because they can lead to a server that is gone. */
  #generation = 0;
  readonly #running = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  /** Throws `WrongUrl`. */
  constructor({
    url,
    password,
    poolSize = 10,
    pooler = 'session',
    waitMs = CALL_TIMEOUT_MS,
    onLost = () => {},
  }: PostgresOptions) {
    super();
    this.waitMs = waitMs;
    this.#isEachElsewhere = pooler === 'transaction';
    this.#searching = new Semaphore(Math.max(1, Math.floor(poolSize / 2)), 'other reads of many rows');
    const asked = typeof password === 'string' ? () => password : password;
    this.#pool = new Pool({
      // Connections left open by a firewall or a vanished server must be noticed, and unneeded ones closed.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: CALL_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      // An unused pool need not be closed.
      allowExitOnIdle: true,
      max: poolSize,
      fallback_application_name: 'ops-admin',
      types: { getTypeParser: numbers },
      ...clientConfig(url, asked),
      onConnect: ((client: PostgresClient) => this.#prepare(client)) as unknown as () => void,
      Client: PostgresClient as unknown as new (config?: ClientConfig) => PoolClient,
    });
    this.#pool.on('connect', (client) => {
      this.#born.set(client, this.#generation);
      this.#clients.add(client as unknown as PostgresClient);
      // Without a listener, an error of a connection in use would end the process.
      client.on('error', () => {});
    });
    this.#pool.on('remove', (client) => this.#clients.delete(client as unknown as PostgresClient));
    this.#pool.on('error', onLost);
  }

  get load(): { readonly inUse: number; readonly waiting: number } {
    const { idleCount, totalCount, waitingCount } = this.#pool;
    return { inUse: totalCount - idleCount, waiting: waitingCount };
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    refuseWithin(this);
    if (!statement.isSearch) return this.#read<Row>(statement);
    return this.#searching.run(CALL_TIMEOUT_MS, () => this.#read<Row>(statement));
  }

  /** The rows of a statement that can write, with places `$1` and so on; it is never tried again. */
  async run<Row>({ name, ...asked }: PgStatement, timeoutMs: number = CALL_TIMEOUT_MS): Promise<Row[]> {
    return this.#use((client) =>
      client.ask<Row>({ ...asked, name: this.#isEachElsewhere ? undefined : name }, timeoutMs),
    );
  }

  /** Runs statements on one connection, for the code that opens the database. */
  onConnection<T>(work: (ask: Ask) => Promise<T>, timeoutMs: number = CALL_TIMEOUT_MS): Promise<T> {
    return this.#use((client) => work((text, values) => client.ask({ text, values }, timeoutMs)));
  }

  protected async transact<T>(
    work: (sql: Transaction) => Promise<T>,
    { deadline, isLong }: { readonly deadline: number; readonly isLong: boolean },
  ): Promise<T> {
    const begun = { isAnswered: false };
    const attempt = () => this.#transact(work, { begun, isLong, lockMs: deadline - performance.now() });
    try {
      return await attempt();
    } catch (error) {
      // A dead connection is replaced by another if nothing was heard on it.
      if (begun.isAnswered || !mayTryAgain(error)) throw error;
      return attempt();
    }
  }

  async *snapshot<T>(read: (sql: Sql) => AsyncIterable<T>): AsyncGenerator<T, void> {
    refuseWithin(this);
    const release = await this.#searching.acquire(CALL_TIMEOUT_MS);
    try {
      const client = await this.#checkOut();
      let failure: unknown = new Error('the reader has stopped');
      try {
        const limits = `${this.#limits('set local')} set local statement_timeout = ${TABLE_TIMEOUT_MS}; ${PLANNED_ANEW}`;
        const sql = this.#sqlOn(client, TABLE_TIMEOUT_MS);
        sql.script(`begin isolation level repeatable read read only; ${limits}`);
        yield* read(sql);
        await sql.commit();
        failure = undefined;
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        this.#giveBack(client, failure);
      }
    } finally {
      release();
    }
  }

  failureOf(cause: unknown): StoreUnavailable | undefined {
    if (!isStoreFailure(cause)) return undefined;
    return {
      type: 'store-unavailable',
      cause,
      ...(isBusy(cause) && { isBusy: true }),
      ...(!(cause instanceof OutcomeUnknown) && isOutOfReach(cause) && { isOutOfReach: true }),
      ...(isShortage(cause) && { noSpaceOn: "the database's server" }),
    };
  }

  /** Waits a little for running work, then cuts it off. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const ended = new AbortController();
    const cutOff = sleep(CLOSE_TIMEOUT_MS, undefined, ended).then(
      () => {
        for (const client of this.#clients) client.destroy();
      },
      () => {},
    );
    // A pool that ends never answers a call that still waits for a connection.
    await Promise.race([Promise.allSettled(this.#running), cutOff]);
    await this.#pool.end();
    ended.abort();
  }

  /** One statement that changes nothing; tried once more if its connection turns out to be dead. */
  async #read<Row>(statement: Statement): Promise<Row[]> {
    const read = () =>
      this.#use(
        async (client) => {
          client.cork();
          const sql = this.#sqlOn(client);
          if (!this.#isEachElsewhere && !statement.isPlannedAnew) return sql.query<Row>(statement);
          sql.script(`begin; ${this.#isEachElsewhere ? this.#limits('set local') : PLANNED_ANEW}`);
          const [rows] = await Promise.all([sql.query<Row>(statement), sql.commit()]);
          return rows;
        },
        { isShared: !this.#isEachElsewhere && !statement.isSearch },
      );
    const started = performance.now();
    try {
      return await read();
    } catch (error) {
      if (!mayTryAgain(error) || performance.now() - started > SOON_MS) throw error;
      return read();
    }
  }

  async #transact<T>(
    work: (sql: Transaction) => Promise<T>,
    { begun, isLong, lockMs }: { begun: { isAnswered: boolean }; isLong: boolean; lockMs: number },
  ): Promise<T> {
    const statementMs = isLong ? LONG_STATEMENT_MS : CALL_TIMEOUT_MS;
    return this.#use(async (client) => {
      const sql = this.#sqlOn(client, Math.max(statementMs, lockMs));
      // The first reads of the work go out with `begin`.
      client.cork();
      sql.script(`begin isolation level read committed; ${this.#isEachElsewhere ? this.#limits('set local') : ''}
        set local lock_timeout = ${Math.max(1, Math.floor(lockMs - MARGIN_MS))};
        set local statement_timeout = ${Math.ceil(Math.max(statementMs, lockMs))};
        select total from counters where name = 'audit_entries' for update`);
      sql.sent.then(
        () => {
          begun.isAnswered = true;
        },
        () => {},
      );
      const result = await work(sql);
      await sql.commit();
      return result;
    });
  }

  /** Gives the connection back when the work on it is done, or drops it if that failed. */
  #use<T>(
    work: (client: PostgresClient) => Promise<T>,
    { isShared = false }: { readonly isShared?: boolean } = {},
  ): Promise<T> {
    const running = isShared ? this.#shared.use(work) : this.#useOne(work);
    this.#running.add(running);
    const end = () => this.#running.delete(running);
    running.then(end, end);
    return running;
  }

  async #useOne<T>(work: (client: PostgresClient) => Promise<T>): Promise<T> {
    const client = await this.#checkOut();
    let failure: unknown;
    try {
      return await work(client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      this.#giveBack(client, failure);
    }
  }

  #giveBack(client: PooledClient, failure: unknown): void {
    if (failure === undefined) client.release();
    else this.#drop(client, failure);
  }

  #drop(client: PooledClient, error: unknown): void {
    if (isConnectionFailure(error) && this.#born.get(client) === this.#generation) this.#generation++;
    // The end of its connection undoes a transaction, even if the server can no longer be reached.
    client.release(true);
    // The driver would wait for the answers to what was sent.
    if (isConnectionFailure(error)) client.destroy();
  }

  async #checkOut(): Promise<PooledClient> {
    const deadline = performance.now() + CALL_TIMEOUT_MS;
    for (;;) {
      try {
        const client = await this.#pool.connect();
        if (this.#born.get(client) === this.#generation) return client as unknown as PooledClient;
        client.release(true);
      } catch (error) {
        // The server has no room for one more: one of ours may come free.
        if (!hasNoRoom(error) || performance.now() + MARGIN_MS > deadline) fromDriver(error);
        await sleep(MARGIN_MS / 5);
      }
    }
  }

  #sqlOn(client: PostgresClient, timeoutMs: number = CALL_TIMEOUT_MS): PostgresSql {
    return new PostgresSql(client, {
      isNamed: !this.#isEachElsewhere,
      timeoutMs: timeoutMs + MARGIN_MS,
    });
  }

  /** A pooler, such as PgBouncer, takes no limits of time when a connection is made. */
  async #prepare(client: PostgresClient): Promise<void> {
    // A statement with a name is planned once: planning takes longer than most of them run.
    const limits = `${this.#limits('set')} set plan_cache_mode = force_generic_plan;`;
    const text = `${this.#isEachElsewhere ? '' : limits} select pg_is_in_recovery() as standby`;
    const [row] = await client.ask<{ readonly standby: boolean }>({ text }, CALL_TIMEOUT_MS);
    // A standby can be late: a removed permission would still be there.
    if (row?.standby) throw new UnwantedServer();
  }

  /**
   * SQL for what must hold of a connection, or of a transaction: the schema is not searched for names of others (nor for those of
   * this statement, which comes before), limits of time, and that no statement is compiled, which takes longer than running it (a
   * page of users 300 ms in place of 5).
   */
  #limits(set: 'set' | 'set local'): string {
    return `
      select pg_catalog.set_config('search_path', coalesce(
        (select pg_catalog.format('%I, pg_temp', name)
         from pg_catalog.unnest(pg_catalog.current_schemas(false)) with ordinality as schemas (name, place)
         where not pg_catalog.starts_with(name::pg_catalog.text, 'pg_') order by place limit 1),
        pg_catalog.current_setting('search_path')), ${set === 'set local'});
      ${set} client_min_messages = warning; ${set} quote_all_identifiers = off;
      ${set} statement_timeout = ${CALL_TIMEOUT_MS};
      ${set} lock_timeout = ${CALL_TIMEOUT_MS - MARGIN_MS};
      ${set} idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS};
      ${set} jit = off;`;
  }
}

/** Whether a new connection can help immediately. A call that has already waited without effect does not wait again. */
function mayTryAgain(error: unknown): boolean {
  return isConnectionFailure(error) && !(error instanceof TimedOut);
}
