import {
  migrationOf,
  SCHEMA_ROW,
  type SchemaRow,
  type SchemaState,
  type SchemaStep,
  schemaState,
} from '@ops-admin/store-sql';
import type { Ask } from './postgres-database.js';

/** "OPSA", the number of the lock that lets one instance migrate at a time. */
const MIGRATION_LOCK_ID = 0x4f505341;

// Tables of extensions do not count; not `to_regclass`, which can be late after waiting for another instance.
const LOOK = `
  select current_schema() as schema, current_setting('server_encoding') as encoding,
         exists (
           select from pg_class c
           where c.relnamespace = to_regnamespace(quote_ident(current_schema())) and c.relkind in ('r', 'p', 'v', 'm', 'f')
             and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
         ) as "hasTables",
         exists (
           select from pg_class c
           where c.relnamespace = to_regnamespace(quote_ident(current_schema())) and c.relname = 'ops_admin_schema'
         ) as "hasSchema"`;

interface Look {
  readonly schema: string | null;
  readonly encoding: string;
  readonly hasTables: boolean;
  readonly hasSchema: boolean;
}

/** Reads what a database is, and changes nothing. `empty` has no tables at all. */
export async function schemaOfDatabase(
  ask: Ask,
  steps: readonly SchemaStep[],
): Promise<SchemaState | 'foreign' | 'no-schema' | 'no-unicode'> {
  const [look] = await ask<Look>(LOOK);
  if (!look?.schema) return 'no-schema';
  if (look.encoding !== 'UTF8') return 'no-unicode';
  if (!look.hasSchema) return look.hasTables ? 'foreign' : 'empty';
  const [row] = await ask<SchemaRow>(SCHEMA_ROW);
  return row ? schemaState(row, steps) : 'unknown';
}

/** Brings the schema up to date in one transaction. Other instances wait; then they find nothing to do. */
export async function migrateDatabase(ask: Ask, steps: readonly SchemaStep[]): Promise<void> {
  await ask(
    `begin isolation level read committed; set local lock_timeout = 0; set local statement_timeout = 0`,
  );
  await ask('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK_ID]);
  const [look] = await ask<Look>(LOOK);
  const [row] = look?.hasSchema ? await ask<SchemaRow>(SCHEMA_ROW) : [];
  await ask(`${migrationOf(row, steps)}; commit`);
}
