import type Database from 'better-sqlite3';

/** The lists that have marks, see `LIST_MARKS`. */
type MarkedList = 'departments' | 'users';

/** Where a position is counted from: the nth mark of the list, and how many rows after it. */
interface Place {
  readonly mark: number;
  readonly offset: number;
}

/** Prepares reading how many rows each mark of a list has, in its order; departments are newest first. */
export function prepareMarks(database: Database.Database, list: MarkedList): Database.Statement<[], number> {
  const order = orderOf(list);
  return database
    .prepare<[], number>(
      `select rows from list_marks where list = '${list}' order by sort_key ${order}, id ${order}`,
    )
    .pluck();
}

/** SQL for sort key and id of the mark in `:mark`, the `mark` of a place. */
export function markIn(list: MarkedList): string {
  const order = orderOf(list);
  return `select sort_key, id from list_marks where list = '${list}' order by sort_key ${order}, id ${order} limit 1 offset :mark`;
}

/** Finds a position by the rows of each mark. */
export function placeOf(position: number, marks: readonly number[]): Place {
  let [mark, offset] = [0, position];
  for (; mark < marks.length - 1; mark++) {
    const rows = marks[mark] ?? 0;
    if (offset < rows) break;
    offset -= rows;
  }
  return { mark, offset };
}

function orderOf(list: MarkedList): 'asc' | 'desc' {
  return list === 'departments' ? 'desc' : 'asc';
}
