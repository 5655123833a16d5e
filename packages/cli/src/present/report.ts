import { shownLine, shownText } from '@ops-admin/service/config';
import type { CliError } from '../cli-error.js';
import { type Io, isTerminal, widthOf } from '../io.js';
import { type Measure, Table } from './table.js';

/** The output of a command: data for programs, lines and tables for people. */
export interface Report {
  /** A function writes data that can be nested too deep for `JSON.stringify`. */
  readonly json: unknown;
  readonly lines: Iterable<string | Table>;
  /** Whether it is a list that can be longer than a terminal. */
  readonly isPaged?: boolean;
  /** A failure in addition to the report. */
  readonly failure?: CliError;
}

/** Prints a report on standard output. On a terminal, tables are made to fit, and a long list has a pager. */
export async function showReport(io: Io, { isPaged, json, lines }: Report, asJson: boolean): Promise<void> {
  if (asJson) {
    const text = typeof json === 'function' ? json() : JSON.stringify(json, null, 2);
    io.stdout.write(`${shownText(text)}\n`);
    return;
  }
  const parts = lines instanceof Table ? [lines] : [...lines];
  const isPlain = parts.every((part) => !(part instanceof Table) || part.isPlain);
  // Loading it takes longer than most commands.
  const measure = isPlain ? undefined : (await import('string-width')).default;
  const shown = shownLines(io, parts, measure);
  if (!isPaged || !isTerminal(io.stdout)) return writeLines(io, shown);
  const { showInPager } = await import('./pager.js');
  const all = [...shown];
  if (!(await showInPager(io, all))) writeLines(io, all);
}

function writeLines({ stdout }: Io, lines: Iterable<string>): void {
  for (const line of lines) stdout.write(`${line}\n`);
}

function* shownLines({ stdout }: Io, parts: Iterable<string | Table>, measure?: Measure): Generator<string> {
  const width = widthOf(stdout) ?? Number.POSITIVE_INFINITY;
  for (const part of parts) {
    if (part instanceof Table) for (const line of part.within(width, measure)) yield shownLine(line);
    else yield shownLine(part);
  }
}

/** Rows in columns as wide as their widest cell, or as fit. */
export function tableLines(rows: readonly (readonly string[])[]): Table {
  // Made text before it is measured.
  return new Table(rows.map((row) => row.map(shownLine)));
}

/** A list, which can be longer than a terminal: what each has under each heading, if it has something there. */
export function listReport<One>(
  list: readonly One[],
  columns: Readonly<Record<string, (one: One) => string | null | undefined>>,
): Report {
  const cells = list.map((one) => Object.values(columns).map((cellOf) => cellOf(one) ?? ''));
  return { json: list, isPaged: true, lines: tableLines([Object.keys(columns), ...cells]) };
}

export function jsonLine(record: unknown): string {
  return `${shownText(JSON.stringify(record))}\n`;
}
