import type { Result, ResultAsync, StoreUnavailable } from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { attempt, attemptWrite } from './attempt.js';
import type { Connection, Connections } from './connections.js';

/** The statements of a store, and what it keeps with them: prepared once for each {@link Connection.generation}. */
export class PreparedStatements<Statements> {
  readonly #connections: Connections;
  readonly #prepare: (database: Database.Database) => Statements;
  #prepared: { readonly generation: number; readonly statements: Statements } | undefined;

  constructor(connections: Connections, prepare: (database: Database.Database) => Statements) {
    this.#connections = connections;
    this.#prepare = prepare;
  }

  /** Runs work at once, as {@link attempt} does. */
  read<T, E>(work: (statements: Statements) => Result<T, E>): ResultAsync<T, E | StoreUnavailable> {
    return attempt(this.#connections, (connection) => work(this.#of(connection)));
  }

  /** Runs work in a transaction that writes, as {@link attemptWrite} does. */
  write<T, E>(work: (statements: Statements) => Result<T, E>): ResultAsync<T, E | StoreUnavailable> {
    return attemptWrite(this.#connections, (connection) => work(this.#of(connection)));
  }

  #of({ database, generation }: Connection): Statements {
    if (this.#prepared?.generation !== generation) {
      this.#prepared = { generation, statements: this.#prepare(database) };
    }
    return this.#prepared.statements;
  }
}
