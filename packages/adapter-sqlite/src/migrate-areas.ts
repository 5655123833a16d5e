import {
  AREA_LEDGER,
  AreaMigrationFailed,
  type AreaSchema,
  type AreaVersions,
} from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';

const HAS_LEDGER = "select 1 from sqlite_schema where type = 'table' and name = 'ops_admin_areas'";

/** Reads which areas have tables in a file, and in which version. */
export function areaVersions(database: Database.Database): AreaVersions {
  if (database.prepare(HAS_LEDGER).get() === undefined) return new Map();
  const rows = database.prepare<[], [string, number]>('select area, version from ops_admin_areas').raw();
  return new Map(rows.all());
}

/**
 * Upgrades the tables of areas, all in one transaction. If two processes start at once, one finds nothing to do. Throws
 * {@link AreaMigrationFailed}, and what SQLite throws if it cannot get its lock.
 */
export function migrateAreas(database: Database.Database, schemas: readonly AreaSchema[]): void {
  const apply = database.transaction(() => {
    database.exec(AREA_LEDGER);
    const versions = areaVersions(database);
    for (const schema of schemas) bringUpToDate(database, schema, versions.get(schema.area) ?? 0);
  });
  apply.immediate();
}

function bringUpToDate(database: Database.Database, schema: AreaSchema, version: number): void {
  const { area, migrations } = schema;
  for (const [n, sql] of [...migrations.entries()].slice(version)) {
    try {
      database.exec(sql);
      if (!database.inTransaction) throw new Error('it must not end the transaction');
    } catch (cause) {
      throw new AreaMigrationFailed(schema, n + 1, cause);
    }
  }
  database
    .prepare(
      `insert into ops_admin_areas (area, version) values (?, ?)
        on conflict (area) do update set version = max(version, excluded.version)`,
    )
    .run(area, migrations.length);
}
