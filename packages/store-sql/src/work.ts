/** What a statement can be given. A list goes where {@link Dialect.isAmong} or {@link Dialect.rowsOf} has its place. */
export type Value = string | number | boolean | null | readonly string[] | readonly number[];

/** A statement that reads, with a `?` for each of its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
  /** Whether the best way depends on the values, so that a server plans it each time. */
  readonly isPlannedAnew?: boolean;
}

/** A statement that writes, run for each of `rows`; together they write `size` rows, and `expected` of them must be kept. */
export interface Write {
  readonly text: string;
  readonly rows: readonly (readonly Value[])[];
  readonly size: number;
  /** Missing if rows may be there already, or be gone. */
  readonly expected?: number;
}

/** What a piece of work asks its driver: a statement, writes that do not need each other, or statements without values. */
export type Step = Statement | { readonly writes: readonly Write[] } | { readonly script: string };

/**
 * Work on a database: it yields statements, and is given their rows. SQLite runs it to its end at once, a server is awaited;
 * the work is the same. What a driver throws is thrown at the `yield`.
 */
export type Work<T> = Generator<Step, T, unknown>;

/** The rows of a statement. */
export function* all<Row>(text: string, ...values: readonly Value[]): Work<Row[]> {
  return (yield { text, values }) as Row[];
}

/** The first row of a statement, if any. */
export function* first<Row>(text: string, ...values: readonly Value[]): Work<Row | undefined> {
  return ((yield { text, values }) as Row[])[0];
}

/** The rows of a statement whose best way depends on its values. */
export function* search<Row>(text: string, values: readonly Value[]): Work<Row[]> {
  return (yield { text, values, isPlannedAnew: true }) as Row[];
}

/**
 * Writes in as few round trips as the database allows: none of these may need what another one writes. Throws if the database did
 * not keep what it was given.
 */
export function* write(...writes: readonly Write[]): Work<void> {
  // A server takes longer to begin a statement's part than to write a row.
  const some = writes.filter(({ size }) => size > 0);
  if (some.length > 0) yield { writes: some };
}

/** Lets others go on where work is awaited, on a server or a thread: by a statement that reads nothing. */
export function* pause(): Work<void> {
  yield { text: 'select 1 as one', values: [] };
}

/** Runs statements without values, as a schema has them. */
export function* script(text: string): Work<void> {
  yield { script: text };
}

/** Takes work to its end on a server: each step is awaited, and what that throws is thrown at the `yield`. */
export async function awaitWork<T>(work: Work<T>, answerTo: (step: Step) => Promise<unknown>): Promise<T> {
  let step = work.next();
  while (!step.done) {
    let answer: unknown;
    try {
      answer = await answerTo(step.value);
    } catch (cause) {
      step = work.throw(cause);
      continue;
    }
    step = work.next(answer);
  }
  return step.value;
}

/** How many rows one statement writes, or names. */
const ROWS_PER_STATEMENT = 1000;

/** Splits rows into parts that fit into one statement. */
export function* chunks<Row>(
  rows: readonly Row[],
  size: number = ROWS_PER_STATEMENT,
): Generator<readonly Row[], void> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
