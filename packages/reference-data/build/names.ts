import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AreaTable } from './area-table.ts';

interface Row {
  readonly kind: string;
  readonly country: string;
  readonly target: string;
  readonly names: string;
}

const ROWS: readonly Row[] = readFileSync(join(import.meta.dirname, 'names.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [kind = '', country = '', target = '', names = ''] = line.split('\t');
    return { kind, country, target, names };
  });

/** The names of areas of all countries that have a table. */
export const AREA_TABLES: readonly AreaTable[] = ROWS.filter(({ kind }) => kind === 'source').map(
  ({ country, names: source }) => {
    const rowsOf = (kind: string) =>
      Object.fromEntries(
        ROWS.filter((row) => row.kind === kind && row.country === country).map(({ names, target }) => [
          names,
          target,
        ]),
      );
    return { country, source, names: rowsOf('area'), abbreviations: rowsOf('code') };
  },
);

/** The names of a kind in `names.tsv`, by country and GeoNames' name of the town, by country, or by airport: `DE Köln`, `DE`, `CGN`. */
export function namesOfKind(
  wanted: 'airport' | 'answer' | 'country' | 'english' | 'island' | 'local' | 'quarter' | 'served',
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    ROWS.filter(({ kind }) => kind === wanted).map(({ country, names, target }) => [
      `${country} ${target}`.trim(),
      names.split(','),
    ]),
  );
}
