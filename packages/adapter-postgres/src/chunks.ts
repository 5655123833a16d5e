/** How many rows one statement writes. */
const ROWS_PER_STATEMENT = 1000;

/** Splits rows into parts that fit into one statement. */
export function* chunks<Row>(rows: readonly Row[]): Generator<readonly Row[], void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    yield rows.slice(start, start + ROWS_PER_STATEMENT);
}
