import type { Dialect } from './dialect.js';
import { all, script, type Work, write } from './work.js';

/**
 * The tables of an area that an embedding program adds, in the SQL of one store. A version is a position in the list, as with
 * the migrations of ops-admin: append only.
 */
export interface AreaSchema {
  readonly area: string;
  readonly migrations: readonly string[];
}

/** The version of each area's tables in a database, by the area's name. */
export type AreaVersions = ReadonlyMap<string, number>;

/** The table of a store for the {@link AreaVersions}, next to its own version. */
export const AREA_LIST = 'ops_admin_areas';
const MAKE_LIST = `create table if not exists ${AREA_LIST} (
  area text primary key,
  version integer not null
)`;

/** A migration of an area failed; the message names both. */
export class AreaMigrationFailed extends Error {
  constructor({ area }: AreaSchema, number: number, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`migration ${number} of the area ${area} failed (${why}); nothing of it was done`, { cause });
  }
}

/** The first area whose tables in the database have another version than it needs, if any. */
export function unlikeSchema(
  schemas: readonly AreaSchema[],
  versions: AreaVersions,
): { readonly area: string; readonly state: 'older' | 'newer' } | undefined {
  const states = schemas.map(({ area, migrations }) => {
    const behind = migrations.length - (versions.get(area) ?? 0);
    return { area, behind };
  });
  // A newer version first: then nothing must be changed.
  const newer = states.find(({ behind }) => behind < 0);
  if (newer) return { area: newer.area, state: 'newer' };
  const older = states.find(({ behind }) => behind > 0);
  return older && { area: older.area, state: 'older' };
}

/** The message of a store about an area that is {@link unlikeSchema} and cannot be upgraded here. */
export const AREA_REFUSED: { readonly [State in 'older' | 'newer']: (area: string) => string } = {
  older: (area) => `the tables of the area ${area} are not up to date; run its program with write access`,
  newer: (area) => `a newer version of the area ${area} has changed its tables; run that version`,
};

/** Reads which areas have tables in a database, and in which version. */
export function* areaVersions(dialect: Dialect): Work<AreaVersions> {
  if ((yield* all(dialect.hasTable, AREA_LIST)).length === 0) return new Map();
  const rows = yield* all<{ area: string; version: number }>('select area, version from ops_admin_areas');
  return new Map(rows.map(({ area, version }) => [area, version]));
}

/**
 * Brings the tables of areas up to date, inside the caller's transaction. If another process was faster, it finds nothing to do.
 * Throws {@link AreaMigrationFailed}.
 */
export function* migrateAreas(dialect: Dialect, schemas: readonly AreaSchema[]): Work<void> {
  yield* script(MAKE_LIST);
  const versions = yield* areaVersions(dialect);
  for (const schema of schemas) {
    const { area, migrations } = schema;
    const version = versions.get(area) ?? 0;
    for (const [n, sql] of [...migrations.entries()].slice(version)) {
      try {
        yield* script('savepoint area');
        yield* script(sql);
      } catch (cause) {
        throw new AreaMigrationFailed(schema, n + 1, cause);
      }
      try {
        yield* script('release savepoint area');
      } catch {
        throw new AreaMigrationFailed(schema, n + 1, new Error('it must not end the transaction'));
      }
    }
    if (migrations.length <= version) continue;
    yield* write({ text: 'delete from ops_admin_areas where area = ?', rows: [[area]], size: 1 });
    const text = 'insert into ops_admin_areas (area, version) values (?, ?)';
    yield* write({ text, rows: [[area, migrations.length]], size: 1, expected: 1 });
  }
}
