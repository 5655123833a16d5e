import { ok } from '@ops-admin/core';
import { type Port, port } from '@ops-admin/core/ports';
import { type Area, bindValue, POSTGRES_DATABASE, SQLITE_DATABASE } from '@ops-admin/service';

/** Counts the rows of a table. */
export type Count = (table: string) => Promise<number>;
export const COUNT: Port<Count> = port('test.Count');

/** A table with one row, and another with two: neither can be made twice. */
export const NOTES = 'create table notes_note (id integer); insert into notes_note values (1)';
export const LINKS = 'create table notes_link (id integer); insert into notes_link values (1), (2)';

/** An area whose tables are made by these migrations. */
export function notesArea(...migrations: readonly string[]): Area {
  return {
    name: 'notes',
    migrations: { sqlite: migrations, postgres: migrations },
    modules({ find }) {
      const sqlite = find(SQLITE_DATABASE);
      const postgres = find(POSTGRES_DATABASE);
      const count: Count = async (table) => {
        const sql = `select count(*) as rows from ${table}`;
        const found = sqlite
          ? await sqlite.read((database) => ok(database.prepare<[], { rows: number }>(sql).all()))
          : await postgres?.read<{ rows: number }>({ text: sql });
        if (!found || found.isErr()) throw found?.error.cause ?? new Error('there is no database');
        return found.value[0]?.rows ?? -1;
      };
      return [bindValue(COUNT, count)];
    },
  };
}
