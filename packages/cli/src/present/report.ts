import { shownLine, shownText } from '@ops-admin/core';
import { type Io, widthOf } from '../io.js';
import { Table } from './table.js';

/** What a command reports: data for programs, lines and tables for people. */
export interface Report {
  /** A function writes what may nest too deep for `JSON.stringify`. */
  readonly json: unknown;
  readonly lines: Iterable<string | Table>;
}

/** Prints a report on standard output; tables are made to fit where that is a terminal. */
export function printReport(io: Io, { json, lines }: Report, asJson: boolean): void {
  if (asJson) {
    io.stdout.write(`${shownText(typeof json === 'function' ? json() : JSON.stringify(json, null, 2))}\n`);
    return;
  }
  const width = widthOf(io.stdout) ?? Number.POSITIVE_INFINITY;
  const write = (line: string) => io.stdout.write(`${shownLine(line)}\n`);
  const parts = lines instanceof Table ? [lines] : lines;
  for (const part of parts) {
    if (part instanceof Table) for (const line of part.within(width)) write(line);
    else write(part);
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
