/** How many rows one statement writes. */
const SIZE = 1000;

/** Rows in portions that a statement can take at once. */
export function* chunks<Row>(rows: readonly Row[]): Generator<readonly Row[], void> {
  for (let start = 0; start < rows.length; start += SIZE) yield rows.slice(start, start + SIZE);
}
