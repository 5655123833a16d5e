const GAP = '  ';
/** Columns of a table are not made narrower than this, in columns of the terminal. */
const MIN_WIDTH = 6;
/** Values that are useless if cut: an id, the id of a run, a time. */
const WHOLE = /^(?:[0-9a-f]{24}|\d{8}T\d{6}-[0-9a-f]{6}|\d{4}-\d{2}-\d{2}T[\d:.]+Z)$/;

/** Columns with values that people copy into other commands. */
const WHOLE_HEADING = /^(?:ID|BATCH|TIME)$/;

/** How many columns of the terminal a text takes: some characters take two, some none. */
export type Measure = (text: string) => number;

/** Only printable ASCII. */
const BY_LENGTH: Measure = (text) => text.length;
const PRINTABLE_ASCII = /^[ -~]*$/;

/** Rows in columns as wide as their widest cell. */
export class Table implements Iterable<string> {
  readonly #rows: readonly (readonly string[])[];
  /** Which columns can be cut. */
  readonly #isElastic: readonly boolean[];

  constructor(rows: readonly (readonly string[])[]) {
    const columns = Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, n) => n);
    this.#rows = rows;
    this.#isElastic = columns.map(
      (n) => !WHOLE_HEADING.test(rows[0]?.[n] ?? '') && !rows.some((row) => WHOLE.test(row[n] ?? '')),
    );
  }

  /** Whether every text is as wide as it is long. */
  get isPlain(): boolean {
    return this.#rows.every((row) => row.every((cell) => PRINTABLE_ASCII.test(cell)));
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.within(Number.POSITIVE_INFINITY);
  }

  /** The lines; if they are longer than `width`, the widest columns are cut, except those of ids and times. */
  *within(width: number, measure: Measure = BY_LENGTH): IterableIterator<string> {
    const widths = this.#fitting(width, measure);
    for (const row of this.#rows) {
      yield row
        .map((cell, column) => fitted(cell, widths[column] ?? 0, measure))
        .join(GAP)
        .trimEnd();
    }
  }

  #fitting(width: number, measure: Measure): number[] {
    const widths = this.#isElastic.map((_, n) =>
      this.#rows.reduce((widest, row) => Math.max(widest, measure(row[n] ?? '')), 0),
    );
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

/**
 * A cell as wide as its column; a character and its combining marks stay together. It keeps the part that differs from other cells.
 */
function fitted(cell: string, width: number, measure: Measure): string {
  const own = measure(cell);
  if (own <= width) return cell + ' '.repeat(width - own);
  const characters = charactersOf(cell);
  const places = width - 1;
  const most = endOf(cell, places);
  const end = firstOf(characters.toReversed(), most, measure);
  const start = firstOf(characters, places - measure(end.join('')), measure);
  const shown = `${start.join('')}…${end.reverse().join('')}`;
  return shown + ' '.repeat(width - measure(shown));
}

/** How much of the end is kept: e-mails end alike, permissions begin alike, names can do both. */
function endOf(cell: string, places: number): number {
  if (cell.includes('@')) return 0;
  return /^[-+]?service\./.test(cell) ? places - 1 : Math.floor(places / 2);
}

/** As many of the characters as have room. */
function firstOf(characters: readonly string[], places: number, measure: Measure): string[] {
  let left = places;
  const past = characters.findIndex((character) => {
    left -= measure(character);
    return left < 0;
  });
  return characters.slice(0, past < 0 ? undefined : past);
}

function charactersOf(text: string): string[] {
  if (PRINTABLE_ASCII.test(text)) return [...text];
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
