// The driver: connections to MariaDB, as the stores of @ops-admin/store-sql use them.
import { SealingKeyMissing, StoreFault } from '@ops-admin/core/adapter';
import * as sql from '@ops-admin/store-sql';
import { createPool, SqlError } from 'mariadb';
import { canBeText, MARIADB_DIALECT, mariadbSchema, mariadbText, SESSION } from './mariadb-dialect.js';

/** @import { Statement, Value, Write } from '@ops-admin/store-sql' */
/** @import { PoolConfig, PoolConnection } from 'mariadb' */

const SNAPSHOT = 'start transaction with consistent snapshot, read only';
const LOCK = "select total from counters where name = 'audit_entries' for update";
const HAS_SCHEMA =
  "select 1 from information_schema.tables where table_schema = database() and table_name = 'ops_admin_schema'";
const STEPS = sql.schemaOf(MARIADB_DIALECT);
/** Others hold a lock, a statement was too slow, the pool has no connection free. */
const BUSY = [1205, 1969, 45028];

export class MariadbDatabase extends sql.SqlDatabase {
  dialect = MARIADB_DIALECT;
  /** Around each statement and commit, for tests. @type {(text: string, run: () => Promise<any>) => Promise<any>} */
  around = (_, run) => run();
  waitMs;
  #pool;

  /** @param {PoolConfig} where @param {number} [waitMs] how long a change waits for others */
  constructor(where, waitMs = 5000) {
    super();
    this.waitMs = waitMs;
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
      const read = async () => {
        const found = await connection.query(HAS_SCHEMA);
        return found.length === 0 ? undefined : (await connection.query(sql.SCHEMA_ROW))[0];
      };
      const script = sql.migrationOf(await read(), STEPS);
      if (script !== '') await connection.query(mariadbSchema(script));
      const state = sql.schemaState(await read(), STEPS);
      if (state !== 'current') throw new Error(`the tables are those of another version: ${state}`);
    });
    return database;
  }

  close = () => this.#pool.end().catch(() => {});

  /** @param {Statement} statement @returns {Promise<any[]>} */
  query(statement) {
    return this.#with((connection) => this.#on(connection).query(statement));
  }

  /** @template T @param {(sql: sql.Transaction) => Promise<T>} work @param {{ deadline: number }} options @returns {Promise<T>} */
  transact(work, { deadline }) {
    return this.#with(async (connection) => {
      await connection.beginTransaction();
      const seconds = Math.max(0.001, (deadline - performance.now()) / 1000);
      await connection.query(`set statement max_statement_time = ${seconds} for ${LOCK}`);
      const result = await work(this.#on(connection));
      await this.around('commit', () => connection.commit());
      return result;
    });
  }

  /** @type {sql.SqlDatabase['snapshot']} */
  async *snapshot(read) {
    const connection = await this.#pool.getConnection();
    try {
      await connection.query(SNAPSHOT);
      yield* read(this.#on(connection));
    } finally {
      connection.destroy();
    }
  }

  /** @type {sql.SqlDatabase['failureOf']} */
  failureOf(cause) {
    if (!(cause instanceof SqlError || cause instanceof StoreFault)) return undefined;
    const isLate = cause instanceof SealingKeyMissing || cause instanceof sql.WaitedInVain;
    const isBusy = isLate || (cause instanceof SqlError && BUSY.includes(cause.errno));
    return { type: 'store-unavailable', cause, ...(isBusy && { isBusy }) };
  }

  /** @param {PoolConnection} connection */
  #on = (connection) => new MariadbSql(connection, (text, run) => this.around(text, run));

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
}

/** The statements of one connection. */
class MariadbSql extends sql.Transaction {
  #connection;
  #around;

  /** @param {PoolConnection} connection @param {MariadbDatabase['around']} around */
  constructor(connection, around) {
    super();
    this.#connection = connection;
    this.#around = around;
  }

  /** @param {Statement} statement @returns {Promise<any[]>} */
  query({ text, values }) {
    return this.#around(text, () => this.#connection.execute(mariadbText(text), values.map(bound)));
  }

  /** @param {readonly Write[]} writes */
  async write(...writes) {
    for (const { expected, rows, text } of writes) {
      if (rows.length === 0) continue;
      const statement = { sql: mariadbText(text), fullResult: false };
      const given = rows.map((values) => values.map(bound));
      const { affectedRows } = await this.#around(text, () => this.#connection.batch(statement, given));
      // A row that is replaced counts twice, or not at all.
      if (expected === undefined || affectedRows === expected || text.includes('on conflict')) continue;
      throw new StoreFault('the database did not keep what was written; check its triggers');
    }
  }
}

/** A list is one value, a JSON array. @param {Value} value */
function bound(value) {
  if (typeof value === 'string' && !canBeText(value)) throw new StoreFault('half a surrogate pair');
  return Array.isArray(value) ? JSON.stringify(value) : value;
}
