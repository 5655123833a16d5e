import {
  AREA_LEDGER,
  AreaMigrationFailed,
  type AreaSchema,
  type AreaVersions,
} from '@ops-admin/core/adapter';
import { beginMigration } from './migrate.js';
import type { Connection } from './postgres-database.js';

const HAS_LEDGER =
  'select to_regclass(quote_ident(current_schema()) || \'.ops_admin_areas\') is not null as "isThere"';

/** Reads which areas have tables in a database, and in which version. */
export async function areaVersions(connection: Connection): Promise<AreaVersions> {
  const [ledger] = await connection.query<{ isThere: boolean }>({ text: HAS_LEDGER });
  if (!ledger?.isThere) return new Map();
  const rows = await connection.query<{ area: string; version: number }>({
    text: 'select area, version from ops_admin_areas',
  });
  return new Map(rows.map(({ area, version }) => [area, version]));
}

/**
 * Upgrades the tables of areas, all in one transaction, under the lock of ops-admin's own migrations. Rejects with {@link
 * AreaMigrationFailed}, and with the error of the server if it cannot get the lock.
 */
export async function migrateAreas(connection: Connection, schemas: readonly AreaSchema[]): Promise<void> {
  await beginMigration(connection);
  const transaction = await transactionOf(connection);
  await connection.query({ text: AREA_LEDGER });
  const versions = await areaVersions(connection);
  for (const schema of schemas) {
    await bringUpToDate(connection, schema, versions.get(schema.area) ?? 0, transaction);
  }
  await connection.query({ text: 'commit' });
}

async function bringUpToDate(
  connection: Connection,
  schema: AreaSchema,
  version: number,
  transaction: string,
): Promise<void> {
  const { area, migrations } = schema;
  for (const [n, text] of [...migrations.entries()].slice(version)) {
    try {
      await connection.query({ text });
      if ((await transactionOf(connection)) !== transaction)
        throw new Error('it must not end the transaction');
    } catch (cause) {
      throw new AreaMigrationFailed(schema, n + 1, cause);
    }
  }
  await connection.query({
    text: `insert into ops_admin_areas as ledger (area, version) values ($1, $2)
      on conflict (area) do update set version = greatest(ledger.version, excluded.version)`,
    values: [area, migrations.length],
  });
}

/** Names the transaction that is open. */
async function transactionOf(connection: Connection): Promise<string> {
  const [row] = await connection.query<{ id: string }>({ text: 'select txid_current()::text as id' });
  return row?.id ?? '';
}
