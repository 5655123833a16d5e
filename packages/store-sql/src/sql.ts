/** A value for a statement. A list goes where `isAmong` or `rowsOf` of a dialect has its place. */
export type Value = string | number | boolean | null | readonly string[] | readonly number[];

/** A statement that reads, with a `?` for each of its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
  /** Whether it can look at many rows: at most half of a server's connections run such statements, one at a time. */
  readonly isSearch?: boolean;
  /** Whether the best plan depends on the values, so that a server plans it each time. */
  readonly isPlannedAnew?: boolean;
}

/** A page of a list that ends after this row is a search. */
export const SHORT_LIST = 10_000;

/** A statement that writes, run for each of `rows`; together they write `size` rows, and `expected` of them must be kept. */
export interface Write {
  readonly text: string;
  readonly rows: readonly (readonly Value[])[];
  readonly size: number;
  /** Missing if rows may already exist, or be gone. */
  readonly expected?: number;
}

/** Reads rows. Every method rejects with what the database throws. */
export abstract class Sql {
  abstract query<Row>(statement: Statement): Promise<Row[]>;

  all<Row>(text: string, ...values: readonly Value[]): Promise<Row[]> {
    return this.query<Row>({ text, values });
  }

  async first<Row>(text: string, ...values: readonly Value[]): Promise<Row | undefined> {
    return (await this.query<Row>({ text, values }))[0];
  }

  /** The rows of a statement for a list, its one value, in parts of this size. */
  async allOf<Row>(text: string, list: readonly string[] | readonly number[], size?: number): Promise<Row[]> {
    const rows: Row[] = [];
    for (const some of chunks<string | number>(list, size))
      for (const row of await this.all<Row>(text, some as typeof list)) rows.push(row);
    return rows;
  }

  /** The rows of a {@link Statement} with `isSearch`. */
  search<Row>(text: string, ...values: readonly Value[]): Promise<Row[]> {
    return this.query<Row>({ text, values, isSearch: true });
  }
}

/** A transaction that writes. */
export abstract class Transaction extends Sql {
  /**
   * Writes in as few round trips as the database allows: none of these may need what another one writes. A failure, such as a row
   * that the database did not keep, can reject the next call or the commit.
   */
  abstract write(...writes: readonly Write[]): Promise<void>;
}

/** How many rows one statement writes, or names. */
const ROWS_PER_STATEMENT = 1000;

/** How many rows are made and written together. */
const ROWS_PER_PART = 10_000;

/** Splits what comes to many rows each into parts of that many rows together, but at least one. */
export function partsOf<One>(all: readonly One[], rowsOf: (one: One) => number): One[][] {
  const parts: One[][] = [];
  let rows = Number.POSITIVE_INFINITY;
  for (const one of all) {
    const more = rowsOf(one);
    rows += more;
    if (rows > ROWS_PER_PART || parts.length === 0) {
      parts.push([]);
      rows = more;
    }
    parts.at(-1)?.push(one);
  }
  return parts;
}

/** Splits rows into parts that fit into one statement. */
export function* chunks<Row>(
  rows: readonly Row[],
  size: number = ROWS_PER_STATEMENT,
): Generator<readonly Row[], void> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
