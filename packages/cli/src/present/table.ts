import stringWidth from 'string-width';

const GAP = '  ';
/** Columns of a table are not made narrower than this, in columns of the terminal. */
const MIN_WIDTH = 6;
/** What is of no use in part: an id, a time. */
const WHOLE = /^(?:[0-9a-f]{24}|\d{4}-\d{2}-\d{2}T[\d:.]+Z)$/;

/** Rows in columns as wide as their widest cell. */
export class Table implements Iterable<string> {
  readonly #rows: readonly (readonly string[])[];
  readonly #widths: readonly number[];
  /** Which columns may be cut. */
  readonly #isElastic: readonly boolean[];

  constructor(rows: readonly (readonly string[])[]) {
    const columns = Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, n) => n);
    this.#rows = rows;
    this.#widths = columns.map((n) =>
      rows.reduce((width, row) => Math.max(width, stringWidth(row[n] ?? '')), 0),
    );
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
        .map((cell, column) => fitted(cell, widths[column] ?? 0))
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
      if (now <= MIN_WIDTH) break;
      widths[widest] = now - 1;
    }
    return widths;
  }
}

const GRAPHEMES = new Intl.Segmenter();

/** A cell as wide as its column, as a terminal shows it: some characters take two places, some none. */
function fitted(cell: string, width: number): string {
  const own = stringWidth(cell);
  if (own <= width) return cell + ' '.repeat(width - own);
  let shown = '';
  let places = 0;
  // A character and what is combined with it stay together.
  for (const { segment } of GRAPHEMES.segment(cell)) {
    const added = stringWidth(segment);
    if (places + added > width - 1) break;
    shown += segment;
    places += added;
  }
  return `${shown}…${' '.repeat(width - 1 - places)}`;
}
