import { setImmediate as anyTurn } from 'node:timers/promises';

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

/** What a piece of work asks its driver: a statement, writes that do not need each other, statements without values, or leave for others. */
export type Step = Asked | { readonly isPause: true };

/** What a database answers. */
export type Asked = Statement | { readonly writes: readonly Write[] } | { readonly script: string };

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

/** A place where others can go on: they do where work is awaited, on a server or a thread, and has taken long. */
export function* pause(): Work<void> {
  yield { isPause: true };
}

/** Takes steps to their end, with a pause after each. */
export function* withPauses<T>(steps: Generator<undefined, T, void>): Work<T> {
  let step = steps.next();
  while (!step.done) {
    yield* pause();
    step = steps.next();
  }
  return step.value;
}

/** Runs statements without values, as a schema has them. */
export function* script(text: string): Work<void> {
  yield { script: text };
}

/** Takes work to its end on a server or a thread: each step is awaited, and what that throws is thrown at the `yield`. */
export async function awaitWork<T>(work: Work<T>, answerTo: (step: Asked) => Promise<unknown>): Promise<T> {
  let [spent, since] = [0, performance.now()];
  let step = work.next();
  while (!step.done) {
    let answer: unknown;
    spent += performance.now() - since;
    try {
      if (!('isPause' in step.value)) answer = await answerTo(step.value);
      if (spent >= LONGEST_TURN_MS) {
        await nextTurn();
        spent = 0;
      }
    } catch (cause) {
      since = performance.now();
      step = work.throw(cause);
      continue;
    }
    since = performance.now();
    step = work.next(answer);
  }
  return step.value;
}

/** After this long, work lets others have as much. */
const LONGEST_TURN_MS = 20;

/** Others need no more time if they have not used it in so many turns: a request takes one to be accepted, one to be read, and some more. */
const TURNS_BETWEEN = 64;

const waiting: (() => void)[] = [];

/** Resolves in a turn of the event loop in which nothing else goes on that has asked for one: each can take long. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** The same after others had their time. */
async function nextTurn(): Promise<void> {
  const end = performance.now() + LONGEST_TURN_MS;
  for (let n = 0; n < TURNS_BETWEEN && performance.now() < end; n++) await anyTurn();
  await ownTurn();
}

/** How many rows are made and written together. */
const ROWS_PER_PART = 10_000;

/** How many rows one statement writes, or names. */
const ROWS_PER_STATEMENT = 1000;

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
