import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutKind } from '../dist/gazetteer/area-kinds.js';
import { fold } from '../dist/gazetteer/fold.js';

/** A name of a country, region or county, folded. */
export interface AreaName {
  readonly name: string;
  /** Whether it is an abbreviation, which says less than a name: `ca` can be Canada, California or Cagliari. */
  readonly code: boolean;
  /** Whether it is a country's in a language that is neither English nor its own. */
  readonly foreign?: boolean;
}

/** A line of `names.tsv`. */
export interface NamesRow {
  readonly kind: string;
  readonly country: string;
  readonly target: string;
  readonly names: string;
}

export const NAMES_ROWS: readonly NamesRow[] = readFileSync(join(import.meta.dirname, 'names.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [kind = '', country = '', target = '', names = ''] = line.split('\t');
    return { kind, country, target, names };
  });

/** The names and abbreviations of regions and counties, by GeoNames' code of the area: `GB.ENG.F2`. */
export function namesOfAreas(rows: readonly NamesRow[]): Map<string, readonly AreaName[]> {
  const byCode = new Map<string, readonly AreaName[]>();
  for (const { kind, country, target, names } of rows) {
    const code = kind === 'code';
    if (!code && kind !== 'area') continue;
    const added = names
      .split(',')
      .map(fold)
      .flatMap((name) => [name, ...(code ? [] : withoutKind(name))].map((each) => ({ name: each, code })));
    for (const area of target.split(' ').map((each) => `${country}.${each}`))
      byCode.set(area, [...(byCode.get(area) ?? []), ...added]);
  }
  return byCode;
}

/** The names of a kind, by country and GeoNames' name of the town, by country, or by airport: `DE Köln`, `DE`, `CGN`. */
export function namesOfKind(
  wanted: 'airport' | 'answer' | 'country' | 'english' | 'island' | 'local' | 'quarter' | 'served',
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    NAMES_ROWS.filter(({ kind }) => kind === wanted).map(({ country, names, target }) => [
      `${country} ${target}`.trim(),
      names.split(','),
    ]),
  );
}
