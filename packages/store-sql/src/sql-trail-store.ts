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
import { rejecting } from '@ops-admin/core/adapter';
import { alone, type Chain } from './grouped-work.js';
import type { SqlDatabase } from './sql-database.js';
import { TrailTables, TrailWriter } from './trail-writer.js';
import { UserWriter } from './user-writer.js';
import type { Work } from './work.js';

/** Rotates the keys of the trail in a SQL database. */
export class SqlTrailStore implements TrailStore {
  readonly #database: SqlDatabase;
  readonly #signer: TrailSigner;
  readonly #tables: TrailTables;
  readonly #users: UserWriter;

  constructor(database: SqlDatabase, signer: TrailSigner) {
    this.#database = database;
    this.#signer = signer;
    this.#tables = new TrailTables(database.dialect);
    this.#users = new UserWriter(database.dialect);
  }

  rotate(rotation: RotationDraft): ResultAsync<AuditEntry, TrailMoved | StoreUnavailable> {
    return rejecting(() => {
      const { from, to, ...draft } = rotation;
      return this.#database.write(alone((chain) => this.#rotate(chain, from, to, draft)));
    });
  }

  *#rotate(
    chain: Chain,
    from: string | null,
    to: string,
    draft: Omit<RotationDraft, 'from' | 'to'>,
  ): Work<Result<AuditEntry, TrailMoved>> {
    if (chain.end.keyId !== from) return err({ type: 'trail-moved' });
    const trail = new TrailWriter(this.#signer, chain);
    const entry = trail.rotate(to, draft);
    yield* trail.write(this.#tables, this.#users);
    return ok(entry);
  }
}
