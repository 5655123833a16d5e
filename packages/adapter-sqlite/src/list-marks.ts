import type Database from 'better-sqlite3';

/** The lists that have marks, see `LIST_MARKS`: where each begins, and its order; departments are newest first. */
const LISTS = {
  departments: { first: { sortKey: '~', id: '' }, order: 'desc' },
  users: { first: { sortKey: '', id: '' }, order: 'asc' },
} as const;

/** SQL for the part of a list that is read. SQLite would prepare a statement anew for each value of a limit that is a bare parameter. */
export const PAGE_LIMIT = 'limit +:limit offset :offset';

/** A place in the order of a list. */
interface Mark {
  readonly sortKey: string;
  readonly id: string;
}

/** Where a position is counted from: a mark, and how many rows after it. */
export interface Place extends Mark {
  readonly offset: number;
}

/** The marks of a list. */
export interface ListMarks {
  /** How many rows each mark has, in their order. */
  readonly rows: () => readonly number[];
  /** Finds a position by these numbers; without them it is counted from the first mark. */
  readonly placeOf: (position: number, rows?: readonly number[]) => Place;
}

/** Prepares reading the marks of a list. */
export function prepareMarks(database: Database.Database, list: keyof typeof LISTS): ListMarks {
  const { first, order } = LISTS[list];
  const inOrder = `from list_marks where list = '${list}' order by sort_key ${order}, id ${order}`;
  const rows = database.prepare<[], number>(`select rows ${inOrder}`).pluck();
  // A statement of its own: to a subquery SQLite would compare the sort keys alone, of which many may be equal.
  const nth = database.prepare<[number], Mark>(`select sort_key as sortKey, id ${inOrder} limit 1 offset ?`);
  return {
    rows: () => rows.all(),
    placeOf: (position, each = []) => {
      let [mark, offset] = [0, position];
      for (; mark < each.length - 1; mark++) {
        const here = each[mark] ?? 0;
        if (offset < here) break;
        offset -= here;
      }
      return { ...((mark > 0 && nth.get(mark)) || first), offset };
    },
  };
}
