import { nameKeyOf, searchTextOf } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';

/** Marks a SQLite file as one of ops-admin: "OPSA". */
const APPLICATION_ID = 0x4f505341;

/** How the schema of a file compares to the one of this program. */
export type SchemaState = 'current' | 'older' | 'newer' | 'foreign' | 'empty';

/** Reads what a database file is; a new one is `empty`. */
export function schemaState(database: Database.Database, migrations: readonly string[]): SchemaState {
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    const hasTables = database.prepare('select 1 from sqlite_schema').get() !== undefined;
    return hasTables ? 'foreign' : 'empty';
  }
  const version = database.pragma('user_version', { simple: true }) as number;
  if (version > migrations.length) return 'newer';
  return version < migrations.length ? 'older' : 'current';
}

/** Upgrades the schema in one transaction. If two processes start at once, one finds nothing to do. */
export function migrate(database: Database.Database, migrations: readonly string[]): void {
  addFunctions(database);
  const apply = database.transaction(() => {
    const version = database.pragma('user_version', { simple: true }) as number;
    for (const sql of migrations.slice(version)) database.exec(sql);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${migrations.length}`);
  });
  apply.immediate();
}

/** What migrations need of core. */
function addFunctions(database: Database.Database): void {
  const personOf = (firstName: string, lastName: string, name: string) => ({
    personalInformation: { firstName, lastName, name },
  });
  database.function('name_key_of', (name) => nameKeyOf(personOf('', '', `${name}`)));
  database.function('search_text_of', (first, last, name, emails) =>
    searchTextOf({
      ...personOf(`${first}`, `${last}`, `${name}`),
      emails: JSON.parse(`${emails}`) as string[],
    }),
  );
}
