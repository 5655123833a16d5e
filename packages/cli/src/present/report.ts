import { shownLine, shownText } from '@ops-admin/core';
import { isTerminal } from '../bulk/confirm.js';
import { type Io, widthOf } from '../io.js';
import { Table } from './table.js';

/** What a command reports: data for programs, lines and tables for people. */
export interface Report {
  readonly json: unknown;
  readonly lines: Iterable<string | Table>;
  /** Whether it is a list that may be longer than a terminal. */
  readonly isPaged?: boolean;
}

/** Prints a report on standard output; tables are made to fit where that is a terminal. */
export function printReport(io: Io, { json, lines }: Report, asJson: boolean): void {
  if (asJson) io.stdout.write(`${shownText(JSON.stringify(json, null, 2))}\n`);
  else for (const line of shownLines(io, lines)) io.stdout.write(`${line}\n`);
}

/** The same, but a long list has a pager where a terminal shows it. */
export async function showReport(io: Io, report: Report, asJson: boolean): Promise<void> {
  if (report.isPaged && !asJson && isTerminal(io.stdout)) {
    const { showInPager } = await import('./pager.js');
    if (await showInPager(io, [...shownLines(io, report.lines)])) return;
  }
  printReport(io, report, asJson);
}

function* shownLines({ stdout }: Io, lines: Report['lines']): Generator<string> {
  const width = widthOf(stdout) ?? Number.POSITIVE_INFINITY;
  const parts = lines instanceof Table ? [lines] : lines;
  for (const part of parts) {
    if (part instanceof Table) for (const line of part.within(width)) yield shownLine(line);
    else yield shownLine(part);
  }
}

/** Rows in columns as wide as their widest cell, or as fit. */
export function tableLines(rows: readonly (readonly string[])[]): Table {
  // Written out before it is measured.
  return new Table(rows.map((row) => row.map(shownLine)));
}

/** A record as a line of JSON. */
export function jsonLine(record: unknown): string {
  return `${shownText(JSON.stringify(record))}\n`;
}
