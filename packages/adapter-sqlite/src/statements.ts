import { StoreFault } from '@ops-admin/core/adapter';
import type { Value, Write } from '@ops-admin/store-sql';
import type Database from 'better-sqlite3';

/** Statements differ by the parts of a search; all others are a few dozen. */
const MAX_STATEMENTS = 500;

/** The statements of an open database, each prepared once and kept by its text. */
export class Statements {
  readonly database: Database.Database;
  readonly #prepared = new Map<string, Database.Statement<unknown[]>>();

  constructor(database: Database.Database) {
    this.database = database;
    // SQLite's own function only knows ASCII.
    database.function('upper_case', { deterministic: true }, (text: unknown) =>
      typeof text === 'string' ? text.toUpperCase() : null,
    );
  }

  all<Row>(text: string, values: readonly Value[] = []): Row[] {
    const statement = this.#prepare(text);
    if (statement.reader) return statement.all(...bound(values)) as Row[];
    statement.run(...bound(values));
    return [];
  }

  /** Writes rows, each with a statement of its own. */
  write({ expected, rows, text }: Write): void {
    if (rows.length === 0) return;
    const statement = this.#prepare(text);
    let written = 0;
    for (const values of rows) written += statement.run(...bound(values)).changes;
    // A foreign trigger can swallow a write: a change would be made without an entry.
    if (expected !== undefined && written !== expected) {
      throw new StoreFault('the database did not keep what was written; check its triggers');
    }
  }

  #prepare(text: string): Database.Statement<unknown[]> {
    const known = this.#prepared.get(text);
    if (known) return known;
    if (this.#prepared.size === MAX_STATEMENTS) this.#prepared.clear();
    const statement = this.database.prepare<unknown[]>(text);
    this.#prepared.set(text, statement);
    return statement;
  }
}

function bound(values: readonly Value[]): readonly unknown[] {
  return values.some((value) => typeof value === 'object' || typeof value === 'boolean')
    ? values.map((value) => {
        if (typeof value === 'boolean') return Number(value);
        return Array.isArray(value) ? JSON.stringify(value) : value;
      })
    : values;
}
