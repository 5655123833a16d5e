import type { Migration } from './migrations/index.js';
import type { Connection } from './postgres-database.js';

/** How the schema of a database compares to the one of this program. `empty` has no tables at all. */
export type SchemaState = 'current' | 'empty' | 'older' | 'newer' | 'foreign' | 'no-schema' | 'no-unicode';

/** "OPSA", the number of the lock that lets one instance migrate at a time. */
const MIGRATION_LOCK_ID = 0x4f505341;

// Tables of extensions do not count.
const LOOK = `
  select current_schema() as schema, current_setting('server_encoding') as encoding,
         to_regclass(quote_ident(current_schema()) || '.ops_admin_schema') is not null as "isOurs",
         exists (
           select from pg_class c
           where c.relnamespace = to_regnamespace(quote_ident(current_schema())) and c.relkind in ('r', 'p', 'v', 'm', 'f')
             and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
         ) as "hasTables"`;

interface Look {
  readonly schema: string | null;
  readonly encoding: string;
  readonly isOurs: boolean;
  readonly hasTables: boolean;
}

interface Version {
  readonly version: number;
  readonly compatibleFrom: number;
}

const NO_VERSION: Version = { version: 0, compatibleFrom: 0 };

/** Reads what a database is, and changes nothing. */
export async function schemaState(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  const [look] = await connection.query<Look>({ text: LOOK });
  if (!look?.schema) return 'no-schema';
  if (look.encoding !== 'UTF8') return 'no-unicode';
  if (!look.isOurs) return look.hasTables ? 'foreign' : 'empty';
  const { version, compatibleFrom } = await versionOf(connection);
  // A newer program has changed it, but kept what this one knows.
  if (version > migrations.length) return migrations.length >= compatibleFrom ? 'current' : 'newer';
  return version < migrations.length ? 'older' : 'current';
}

/** Upgrades the schema in one transaction. If several instances start at once, the others wait. */
export async function migrate(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  await beginMigration(connection);
  await connection.query({
    text: `create table if not exists ops_admin_schema (
      only_row boolean primary key default true check (only_row),
      version integer not null,
      compatible_from integer not null
    )`,
  });
  const { version } = await versionOf(connection);
  for (const { fill, sql } of migrations.slice(version)) {
    await connection.query({ text: sql });
    await fill?.(connection);
  }
  if (version < migrations.length) {
    await connection.query({
      text: `insert into ops_admin_schema (version, compatible_from) values ($1, $2)
        on conflict (only_row) do update set version = excluded.version, compatible_from = excluded.compatible_from`,
      values: [migrations.length, Math.max(...migrations.map(({ compatibleFrom }) => compatibleFrom))],
    });
  }
  await connection.query({ text: 'commit' });
}

/** Begins a transaction in which no other instance migrates; the others wait. */
export async function beginMigration(connection: Connection): Promise<void> {
  await connection.query({ text: 'begin isolation level read committed' });
  await connection.query({ text: "set local lock_timeout = '0'" });
  await connection.query({ text: "set local statement_timeout = '0'" });
  await connection.query({ text: 'select pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK_ID] });
}

async function versionOf(connection: Connection): Promise<Version> {
  const [version = NO_VERSION] = await connection.query<Version>({
    text: 'select version, compatible_from as "compatibleFrom" from ops_admin_schema',
  });
  return version;
}
