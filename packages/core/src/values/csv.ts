/**
 * The start of a formula for spreadsheets, also in full-width form: at the start of a cell, or after a character at which many of
 * them split a line, even in quotes.
 */
const FORMULA = /(^|[,;])(['"\s]*)([=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;
/** A defused formula: one more apostrophe, after any others. */
const HARMLESS = /(^|[,;])'(['"\s]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;

/** Control characters would break a line, or control a terminal. */
const CONTROLS = /[\p{Cc}\p{Cs}]/gu;

function withoutControls(text: string): string {
  return text.replace(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes a value as a cell that no spreadsheet takes for a formula; a list is JSON. */
function csvCell(value: unknown): string {
  const harmless = Array.isArray(value)
    ? withoutControls(JSON.stringify(value)).replace(FORMULA, (_, separator, quotes, sign: string) => {
        return `${separator}${quotes}\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
      })
    : withoutControls(String(value ?? '')).replace(FORMULA, "$1'$2$3");
  return /[",]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Returns the text of a cell of a {@link CsvTable}, without the apostrophes that defuse formulas. */
export function readCsvCell(cell: string): string {
  return cell.replace(HARMLESS, '$1$2');
}

/** Writes records as CSV (RFC 4180), without formulas. */
export class CsvTable<Row> {
  /** The first line. */
  readonly header: string;
  readonly #columns: readonly ((record: Row) => unknown)[];

  /** Each column has a name, and returns its value of a record. */
  constructor(columns: Readonly<Record<string, (record: Row) => unknown>>) {
    this.header = csvLine(Object.keys(columns));
    this.#columns = Object.values(columns);
  }

  lineOf(record: Row): string {
    return csvLine(this.#columns.map((column) => column(record)));
  }
}

/** Makes a column for each of these members of a record. */
export function memberColumns<Row>(
  ...members: readonly (keyof Row & string)[]
): Record<string, (record: Row) => unknown> {
  return Object.fromEntries(members.map((member) => [member, (record: Row) => record[member]]));
}

function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
