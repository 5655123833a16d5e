import { ok } from '@ops-admin/core';
import { type Port, port } from '@ops-admin/core/ports';
import { type Area, type AreaDatabase, DATABASE } from '@ops-admin/service';

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
    bind({ bind }) {
      bind(COUNT).toResolvedValue(countIn, [DATABASE]);
    },
  };
}

function countIn({ database, type }: AreaDatabase): Count {
  return async (table) => {
    const sql = `select count(*) as rows from ${table}`;
    const found =
      type === 'sqlite'
        ? await database.read((sqlite) => ok(sqlite.prepare<[], { rows: number }>(sql).all()))
        : await database.read<{ rows: number }>({ text: sql });
    if (found.isErr()) throw found.error.cause;
    return found.value[0]?.rows ?? -1;
  };
}
