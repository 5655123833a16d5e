const GAP = '  ';
/** Columns are not made narrower than this. */
const MIN_WIDTH_CHARACTERS = 6;
/** What is of no use in part: an id, that of a run, a time. */
const WHOLE = /^(?:[0-9a-f]{24}|\d{8}T\d{6}-[0-9a-f]{6}|\d{4}-\d{2}-\d{2}T[\d:.]+Z)$/;

/** Rows in columns as wide as their widest cell. */
export class Table implements Iterable<string> {
  readonly #rows: readonly (readonly string[])[];
  readonly #widths: readonly number[];
  /** Which columns may be cut. */
  readonly #isElastic: readonly boolean[];

  constructor(rows: readonly (readonly string[])[]) {
    const columns = Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, n) => n);
    this.#rows = rows;
    this.#widths = columns.map((n) => rows.reduce((width, row) => Math.max(width, row[n]?.length ?? 0), 0));
    this.#isElastic = columns.map((n) => !rows.some((row) => WHOLE.test(row[n] ?? '')));
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.within(Number.POSITIVE_INFINITY);
  }

  /** The lines; where they are longer than `width`, the widest columns are cut, but for those of ids and times. */
  *within(width: number): IterableIterator<string> {
    const widths = this.#fitting(width);
    for (const row of this.#rows) {
      yield row
        .map((cell, column) => cut(cell, widths[column] ?? 0).padEnd(widths[column] ?? 0))
        .join(GAP)
        .trimEnd();
    }
  }

  #fitting(width: number): number[] {
    const widths = [...this.#widths];
    const elastic = widths.map((_, column) => column).filter((column) => this.#isElastic[column]);
    let excess = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length) - width;
    for (; excess > 0; excess--) {
      const widest = elastic.reduce(
        (best, column) => ((widths[column] ?? 0) > (widths[best] ?? 0) ? column : best),
        elastic[0] ?? -1,
      );
      const now = widths[widest] ?? 0;
      if (now <= MIN_WIDTH_CHARACTERS) break;
      widths[widest] = now - 1;
    }
    return widths;
  }
}

function cut(cell: string, width: number): string {
  if (cell.length <= width) return cell;
  // Half a character is not one.
  return `${cell.slice(0, width - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
