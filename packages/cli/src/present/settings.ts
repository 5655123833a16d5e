import type { Setting } from '@ops-admin/service';
import { type Report, tableLines } from './report.js';

/** Settings, one a line. */
export function settingsReport(settings: readonly Setting[]): Report {
  return {
    json: settings,
    lines: tableLines([
      ['VARIABLE', 'VALUE', 'SOURCE'],
      ...settings.map(({ name, source, value }) => [name, value ?? 'none', source]),
    ]),
  };
}
