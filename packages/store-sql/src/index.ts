export { type Dialect, rowsValue, type WriteRows } from './dialect.js';
export {
  alone,
  type Chain,
  type ChangingWork,
  inTurn,
  type LoneWork,
  WORKS_PER_TRANSACTION,
} from './grouped-work.js';
export { asTransactionOf, refuseWithin } from './one-transaction.js';
export { ROW_BY_ROW } from './row-by-row.js';
export { type SchemaStep, schemaOf } from './schema.js';
export { migrate, SCHEMA_REFUSED, type SchemaState, schemaState } from './schema-version.js';
export type { Amount, Rows, Run, SqlDatabase, StoreLoad } from './sql-database.js';
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
export { CHAIN_END } from './trail-writer.js';
export {
  type Asked,
  all,
  awaitWork,
  first,
  ownTurn,
  type Statement,
  type Step,
  type Value,
  type Work,
  type Write,
} from './work.js';
