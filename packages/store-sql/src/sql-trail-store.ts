import {
  type AuditEntry,
  err,
  ok,
  type Result,
  type ResultAsync,
  type RotationDraft,
  type StoreUnavailable,
  type TrailMoved,
  type TrailSigner,
  type TrailStore,
} from '@ops-admin/core';
import { attemptChange } from './attempt.js';
import { chainEnd } from './chain-end.js';
import type { Transaction } from './sql.js';
import type { SqlDatabase } from './sql-database.js';
import { TrailTables, TrailWriter } from './trail-writer.js';

export class SqlTrailStore implements TrailStore {
  readonly #database: SqlDatabase;
  readonly #signer: TrailSigner;
  readonly #tables: TrailTables;

  constructor(database: SqlDatabase, signer: TrailSigner) {
    this.#database = database;
    this.#signer = signer;
    this.#tables = new TrailTables(database.dialect);
  }

  rotate(rotation: RotationDraft): ResultAsync<AuditEntry, TrailMoved | StoreUnavailable> {
    return attemptChange(this.#database, (sql) => this.#rotate(sql, rotation));
  }

  async #rotate(
    sql: Transaction,
    { from, to, ...draft }: RotationDraft,
  ): Promise<Result<AuditEntry, TrailMoved>> {
    const end = await chainEnd(sql);
    if (end.keyId !== from) return err({ type: 'trail-moved' });
    const trail = new TrailWriter(this.#tables, this.#signer, end);
    const entry = trail.rotate(to, draft);
    await trail.write(sql);
    return ok(entry);
  }
}
