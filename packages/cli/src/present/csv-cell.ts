import { shownLine } from '@ops-admin/service/config';

/**
 * What spreadsheets take for the start of a formula, also in full-width form: at the start of a cell, or after a character
 * at which many of them split a line, even in quotes.
 */
const FORMULA = /(^|[,;])(["\s]*)([=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;

/** A value as a cell of CSV that no spreadsheet takes for a formula; a list is JSON. */
export function csvCell(value: unknown): string {
  const harmless = Array.isArray(value)
    ? shownLine(JSON.stringify(value)).replace(FORMULA, (_, separator, quotes, sign: string) => {
        // The same value in JSON.
        return `${separator}${quotes}\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
      })
    : shownLine(String(value ?? '')).replace(FORMULA, "$1'$2$3");
  return /[",]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
