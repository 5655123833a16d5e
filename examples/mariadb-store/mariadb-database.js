// The driver: connections to MariaDB, as the stores of @ops-admin/store-sql use them.
import { err, okAsync, ResultAsync } from '@ops-admin/core';
import { SealingKeyMissing, StoreFault } from '@ops-admin/core/adapter';
import * as sql from '@ops-admin/store-sql';
import { createPool, SqlError } from 'mariadb';
import { canBeText, MARIADB_DIALECT, mariadbSchema, mariadbText, SESSION } from './mariadb-dialect.js';

/** @import { Result, StoreUnavailable } from '@ops-admin/core' */
/** @import { SqlDatabase, Value, Work, Write } from '@ops-admin/store-sql' */
/** @import { PoolConfig, PoolConnection } from 'mariadb' */

const SNAPSHOT = 'start transaction with consistent snapshot, read only';
const LOCK = "select total from counters where name = 'audit_entries' for update";
const STEPS = sql.schemaOf(MARIADB_DIALECT);

/** @implements {SqlDatabase} */
export class MariadbDatabase {
  dialect = MARIADB_DIALECT;
  /** Around each statement and commit, for tests. @type {(text: string, run: () => Promise<any>) => Promise<any>} */
  around = (_, run) => run();
  #pool;
  #waitMs;
  #changesWaiting = 0;
  /** Changes of this process wait here, where they take no connection from readers. @type {Promise<unknown>} */
  #writing = Promise.resolve();

  /** @param {PoolConfig} where @param {number} [waitMs] how long a change waits for others */
  constructor(where, waitMs = 5000) {
    this.#waitMs = waitMs;
    this.#pool = createPool({
      acquireTimeout: 5000,
      minDelayValidation: 0,
      ...where,
      bigIntAsNumber: true,
      multipleStatements: true,
      initSql: SESSION,
    });
  }

  /** Opens a database, and makes the tables where there are none. @param {PoolConfig} where @param {number} [waitMs] */
  static async open(where, waitMs) {
    const database = new MariadbDatabase(where, waitMs);
    await database.#with(async (connection) => {
      await database.#run(connection, sql.migrate(MARIADB_DIALECT, STEPS));
      const state = await database.#run(connection, sql.schemaState(MARIADB_DIALECT, STEPS));
      if (state !== 'current') throw new Error(`the tables are those of another version: ${state}`);
    });
    return database;
  }

  close = () => this.#pool.end().catch(() => {});
  load() {
    const [inUse, waiting] = [this.#pool.activeConnections(), this.#pool.taskQueueSize()];
    return { inUse, waiting, changesWaiting: this.#changesWaiting };
  }

  /** @type {SqlDatabase['isFailure']} */
  isFailure = (cause) => cause instanceof SqlError || cause instanceof StoreFault;

  /** @type {SqlDatabase['query']} */
  query = ({ text, values }, answer) =>
    this.#attempt(() => this.#with(async (one) => answer(await this.#all(one, text, values))));

  /** @type {SqlDatabase['read']} */
  read(work) {
    return this.#attempt(() =>
      this.#with(async (connection) => {
        await connection.query(SNAPSHOT);
        // Given back, a connection is rolled back.
        return this.#run(connection, work());
      }),
    );
  }

  /** @type {SqlDatabase['write']} */
  write(work) {
    return this.#change(async (connection) => {
      const [end] = await this.#all(connection, sql.CHAIN_END, []);
      if (!end) throw new StoreFault('counters has lost a row');
      const [result] = await this.#run(connection, sql.inTurn(end, [work]));
      return /** @type {any} */ (result);
    });
  }

  /** @type {SqlDatabase['fill']} */
  fill = (work) => this.#change((connection) => work((one) => this.#run(connection, one)));

  /** @type {SqlDatabase['snapshot']} */
  async *snapshot(read) {
    const connection = await this.#pool.getConnection();
    try {
      await connection.query(SNAPSHOT);
      yield* read((work) => this.#run(connection, work));
    } finally {
      connection.destroy();
    }
  }

  revision = () => okAsync(undefined);

  /** @template T, E @param {(connection: PoolConnection) => Promise<Result<T, E>>} work */
  #change(work) {
    const deadline = performance.now() + this.#waitMs;
    const transact = () => {
      this.#changesWaiting -= 1;
      return this.#with(async (connection) => {
        await connection.beginTransaction();
        const seconds = Math.max(0.001, (deadline - performance.now()) / 1000);
        await connection.query(`set statement max_statement_time = ${seconds} for ${LOCK}`);
        const result = await sql.asTransactionOf(this, () => work(connection));
        await (result.isErr() ? connection.rollback() : this.around('commit', () => connection.commit()));
        return result;
      });
    };
    return this.#attempt(async () => {
      sql.refuseWithin(this);
      this.#changesWaiting += 1;
      const changed = this.#writing.then(transact);
      this.#writing = changed.catch(() => {});
      return changed;
    });
  }

  /** @template T @param {(connection: PoolConnection) => Promise<T>} work */
  async #with(work) {
    const connection = await this.#pool.getConnection();
    try {
      const result = await work(connection);
      await connection.release();
      return result;
    } catch (error) {
      // The end of its connection undoes a transaction.
      connection.destroy();
      throw error;
    }
  }

  /** @template T @param {PoolConnection} connection @param {Work<T>} work */
  #run(connection, work) {
    return sql.awaitWork(work, async (step) => {
      if ('text' in step) return this.#all(connection, step.text, step.values);
      if ('script' in step) return connection.query(mariadbSchema(step.script));
      for (const write of step.writes) if (write.rows.length > 0) await this.#write(connection, write);
    });
  }

  /** @param {PoolConnection} connection @param {string} text @param {readonly Value[]} values @returns {Promise<any[]>} */
  #all(connection, text, values) {
    return this.around(text, () => connection.execute(mariadbText(text), values.map(bound)));
  }

  /** @param {PoolConnection} connection @param {Write} write */
  async #write(connection, { expected, rows, text }) {
    const statement = { sql: mariadbText(text), fullResult: false };
    const given = rows.map((values) => values.map(bound));
    const { affectedRows } = await this.around(text, () => connection.batch(statement, given));
    // A row that is replaced counts twice, or not at all.
    if (expected === undefined || affectedRows === expected || text.includes('on conflict')) return;
    throw new StoreFault('the database did not keep what was written; check its triggers');
  }

  /** @template T, E @param {() => Promise<Result<T, E>>} work @returns {ResultAsync<T, E | StoreUnavailable>} */
  #attempt(work) {
    const failed = (/** @type {any} */ cause) => {
      if (!this.isFailure(cause)) throw cause;
      const isBusy = cause instanceof SealingKeyMissing || [1205, 1969, 45028].includes(cause.errno);
      return err({
        type: /** @type {const} */ ('store-unavailable'),
        cause,
        ...(isBusy && { isBusy: true }),
      });
    };
    return new ResultAsync(/** @type {Promise<any>} */ (work().catch(failed)));
  }
}

/** A list is one value, a JSON array. @param {Value} value */
function bound(value) {
  if (typeof value === 'string' && !canBeText(value)) throw new StoreFault('half a surrogate pair');
  return Array.isArray(value) ? JSON.stringify(value) : value;
}
