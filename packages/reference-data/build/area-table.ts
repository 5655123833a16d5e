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

/** Names of the areas of a country that ISO 3166-2, CLDR and GeoNames do not have. */
export interface AreaTable {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Where the names are from. */
  readonly source: string;
  /** Names, separated by commas, with GeoNames' codes of the areas they mean, separated by blanks: `Hants` means three. */
  readonly names?: Readonly<Record<string, string>>;
  /** Abbreviations in the same form, which say less than names. */
  readonly abbreviations?: Readonly<Record<string, string>>;
}

/** The names in a table by code of area, `GB.ENG.F2`. */
export function namesInTable({ country, names, abbreviations }: AreaTable): Map<string, AreaName[]> {
  const byCode = new Map<string, AreaName[]>();
  for (const [rows, code] of [[names, false] as const, [abbreviations, true] as const]) {
    for (const [texts, areas] of Object.entries(rows ?? {})) {
      const added = texts.split(',').flatMap((text) => {
        const name = fold(text);
        return [name, ...(code ? [] : withoutKind(name))].map((each) => ({ name: each, code }));
      });
      for (const area of areas.split(' ')) {
        const key = `${country}.${area}`;
        byCode.set(key, [...(byCode.get(key) ?? []), ...added]);
      }
    }
  }
  return byCode;
}
