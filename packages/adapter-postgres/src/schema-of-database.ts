import { type SchemaState, type SchemaStep, schemaState, type Work } from '@ops-admin/store-sql';
import type { Connection } from './postgres-database.js';
import { POSTGRES_DIALECT } from './postgres-dialect.js';
import { runWork } from './postgres-sql.js';

/** "OPSA", the number of the lock that lets one instance migrate at a time. */
const MIGRATION_LOCK_ID = 0x4f505341;

// Tables of extensions do not count.
const LOOK = `
  select current_schema() as schema, current_setting('server_encoding') as encoding,
         exists (
           select from pg_class c
           where c.relnamespace = to_regnamespace(quote_ident(current_schema())) and c.relkind in ('r', 'p', 'v', 'm', 'f')
             and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
         ) as "hasTables"`;

interface Look {
  readonly schema: string | null;
  readonly encoding: string;
  readonly hasTables: boolean;
}

/** Reads what a database is, and changes nothing. `empty` has no tables at all. */
export async function schemaOfDatabase(
  connection: Connection,
  steps: readonly SchemaStep[],
): Promise<SchemaState | 'foreign' | 'no-schema' | 'no-unicode'> {
  const [look] = await connection.query<Look>({ text: LOOK });
  if (!look?.schema) return 'no-schema';
  if (look.encoding !== 'UTF8') return 'no-unicode';
  const state = await runWork(connection, schemaState(POSTGRES_DIALECT, steps));
  return state === 'empty' && look.hasTables ? 'foreign' : state;
}

/** Runs work in a transaction in which no other instance migrates; the others wait. */
export async function whileNobodyMigrates(connection: Connection, work: Work<void>): Promise<void> {
  await connection.query({ text: 'begin isolation level read committed' });
  await connection.query({ text: "set local lock_timeout = '0'" });
  await connection.query({ text: "set local statement_timeout = '0'" });
  await connection.query({ text: 'select pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK_ID] });
  await runWork(connection, work);
  await connection.query({ text: 'commit' });
}
