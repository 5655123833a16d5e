import type { Io } from '../io.js';

/** What a command has to tell: data for programs, lines for people. */
export interface Report {
  readonly json: unknown;
  readonly lines: Iterable<string>;
}

/** Prints a report on standard output. */
export function printReport(io: Io, { json, lines }: Report, asJson: boolean): void {
  if (asJson) {
    io.stdout.write(`${JSON.stringify(json, null, 2)}\n`);
    return;
  }
  for (const line of lines) io.stdout.write(`${withoutControls(line)}\n`);
}

/** Rows in columns as wide as their widest cell. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Data must not steer the terminal it is shown on. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '\uFFFD');
}
