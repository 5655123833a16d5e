export { attempt, attemptChange } from './attempt.js';
export { type Dialect, rowsValue, type WriteRows } from './dialect.js';
export { refuseWithin } from './one-transaction.js';
export type { OwnTransaction } from './own-transaction.js';
export { ROW_BY_ROW } from './row-by-row.js';
export { type SchemaStep, schemaOf } from './schema.js';
export {
  migrationOf,
  SCHEMA_REFUSED,
  SCHEMA_ROW,
  type SchemaRow,
  type SchemaState,
  schemaState,
} from './schema-version.js';
export { Semaphore, WaitedInVain } from './semaphore.js';
export { OutcomeUnknown } from './shared-transactions.js';
export { Sql, type Statement, Transaction, type Value, type Write } from './sql.js';
export { SqlDatabase, type TransactionOptions } from './sql-database.js';
export { type SealedStores, type SqlStores, sqlStores } from './sql-stores.js';
export {
  type AnyTable,
  type Column,
  type Columns,
  columnNames,
  columnOf,
  type Table,
} from './table.js';
export { TABLES, TRAIL_TABLES } from './tables.js';
