import type { Condition } from './condition.js';
import type { Sql, Write } from './sql.js';
import type { AnyTable, Columns, Table } from './table.js';

/** Makes the write of rows. */
export type WriteRows<Row> = (rows: readonly Row[]) => Write;

/** Where the SQL of databases differs. Everything else is the same text for all, with `?` for values. */
export interface Dialect {
  /** SQL that makes a table. Texts are compared byte by byte. */
  createTable(table: AnyTable): string;
  /** SQL that makes what only this database has: guards of the audit log, tables of its own. */
  readonly more: string;
  /**
   * SQL of the time when a statement began, in milliseconds, by a clock that all instances share; missing where that is this
   * machine's.
   */
  readonly now?: string;
  /** Adds rows; `onConflict` is what follows the rows. */
  insert<Row>(table: Table<Row>, onConflict?: string): WriteRows<Row>;
  /** Sets these members of rows, which are found by their key. */
  update<Row, Member extends keyof Row & string>(
    table: Table<Row>,
    members: readonly Member[],
  ): WriteRows<Pick<Row, Member> & Partial<Row>>;
  remove<Row>(table: Table<Row>): WriteRows<Row>;
  /** SQL for a table of the rows in one value, made by {@link rowsValue}. */
  rowsOf(columns: Columns): string;
  /** SQL for whether a column is in the list that is one value. */
  isAmong(column: string, columnType: 'text' | 'integer'): string;
  /** SQL for the values of a subquery with one column `value` as a JSON array in text. */
  jsonList(value: string, from: string, order: string): string;
  /**
   * SQL for what a user holds, as one text, `null` for nothing: a line for each permission in its place, with a tab and the end, in
   * milliseconds, where it ends. Rows one by one cost a third of a list.
   */
  heldBy(userId: string): string;
  jsonObject(members: Readonly<Record<string, string>>): string;
  /** SQL for whether a text has the part that is one value. */
  contains(text: string): string;
  /** Whether a text has a part, without regard to case. */
  containsInAnyCase(text: string, part: string): Condition;
  /** SQL for a part of a list: two values, how many and from where. */
  readonly limit: string;
  /** How many are all. */
  readonly noLimit: number | null;
  /** SQL that joins a row, if it exists, by its identifier. */
  joinOne(table: string, alias: string, id: string): string;
  /** SQL that joins the rows of a table that an index finds by this condition, in which its columns have no alias. */
  joinFound(table: string, alias: string, condition: string): string;
  /** Whether the database can hold a text as it is. */
  canBeText(text: string): boolean;
  /** SQL for a column `object` with the name of everything where tables are made that runs by itself: `trigger …`, `view …`. */
  readonly runningObjects: string;
  /** Those that {@link more} makes. */
  readonly ownObjects: readonly string[];
  /** Damage that the database itself finds in its tables. */
  findDamage(sql: Sql, tables: readonly string[]): Promise<readonly string[]>;
}

/** Rows as the value that {@link Dialect.rowsOf} reads. */
export function rowsValue(rows: readonly object[]): string {
  return JSON.stringify(rows);
}
