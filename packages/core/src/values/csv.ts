/**
 * What spreadsheets take for the start of a formula, also in full-width form: at the start of a cell, or after a character
 * at which many of them split a line, even in quotes.
 */
const FORMULA = /(^|[,;])(['"\s]*)([=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;
/** What was made harmless: one apostrophe more, whatever stood there. */
const HARMLESS = /(^|[,;])'(['"\s]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;

/** Characters that no text of ours holds, except line ends: they would break a line, or steer a terminal. */
const CONTROLS = /[\p{Cc}\p{Cs}]/gu;

function withoutControls(text: string): string {
  return text.replace(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A value as a cell of CSV that no spreadsheet takes for a formula; a list is JSON. */
function csvCell(value: unknown): string {
  const harmless = Array.isArray(value)
    ? withoutControls(JSON.stringify(value)).replace(FORMULA, (_, separator, quotes, sign: string) => {
        // The same value in JSON.
        return `${separator}${quotes}\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
      })
    : withoutControls(String(value ?? '')).replace(FORMULA, "$1'$2$3");
  return /[",]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** What a cell of a {@link CsvTable} says, without the apostrophes before what looks like a formula. */
export function readCsvCell(cell: string): string {
  return cell.replace(HARMLESS, '$1$2');
}

/** Records as a file of CSV (RFC 4180), for spreadsheets: everywhere the same, and without formulas. */
export class CsvTable<Row> {
  /** The first line. */
  readonly header: string;
  readonly #columns: readonly ((record: Row) => unknown)[];

  /** Each column by its name, and what it has of a record. */
  constructor(columns: Readonly<Record<string, (record: Row) => unknown>>) {
    this.header = csvLine(Object.keys(columns));
    this.#columns = Object.values(columns);
  }

  /** A record as a line. */
  lineOf(record: Row): string {
    return csvLine(this.#columns.map((column) => column(record)));
  }
}

/** Makes a column for each of these members of a record, with its name and its value. */
export function memberColumns<Row>(
  ...members: readonly (keyof Row & string)[]
): Record<string, (record: Row) => unknown> {
  return Object.fromEntries(members.map((member) => [member, (record: Row) => record[member]]));
}

function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
