import { namesOfKind } from './names.ts';

// The languages of most postal addresses.
const LANGUAGES = (
  'af am ar as az be bg bn bo bs ca cs cy da de dz el en es et eu fa fi fil fo fr ga gd gl gu ha he hi hr hu hy id ig is ' +
  'it ja ka kk km kn ko ku ky lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn om or pa pl ps pt pt-PT rm ro ru rw sd ' +
  'si sk sl so sq sr sr-Latn sv sw ta te tg th ti tk to tr ug uk ur uz vi wo xh yo zh zh-Hant zu ast br ckb ee fur fy gsw ' +
  'gv haw kea ln mfe os qu se st tn tzm zgh'
).split(' ');

/** The ISO 3166-1 names of countries as the standard writes them: `Iran, Islamic Republic of`. */
export type IsoCountryNames = ReadonlyMap<string, string>;

// Names that Unicode and ISO do not have.
const OTHERS = namesOfKind('country');
// `Jamaica W.I.`
const WEST_INDIES = new Set('AG AI BB BS DM GD JM KN KY LC MS TC TT VC VG'.split(' '));
const US_TERRITORIES = new Set(['AS', 'GU', 'MP', 'PR', 'VI']);
const US_NAMES = ['USA', 'US', 'United States', 'United States of America'];
const REGIONS_OF_CHINA = new Set(['HK', 'MO']);
const CHINESE_NAMES = ['China', 'PR China', 'PRC', '中国', '中國'];

/** The names of a country. */
export interface CountryNames {
  /** In English and in its own first language, with ISO 3166-1's name and other common names. */
  readonly names: readonly string[];
  /** In other languages, where many a foreign town has the name of a country: `Franca`, `Columbia`. */
  readonly foreignNames: readonly string[];
}

/** The names of the countries with these codes: those of this Node's ICU, those of ISO 3166-1, and a few more. */
export function countryNames(codes: Iterable<string>, iso: IsoCountryNames): Map<string, CountryNames> {
  const displayNames = (language: string) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' }),
    );
  const inLanguages = LANGUAGES.flatMap(displayNames);
  return new Map(
    [...codes].map((code) => {
      const own = ['en', new Intl.Locale(`und-${code}`).maximize().language].flatMap(displayNames);
      const names = new Set([
        ...own.flatMap((each) => each.of(code) ?? []),
        iso.get(code) ?? code,
        ...(OTHERS.get(code) ?? []),
      ]);
      if (WEST_INDIES.has(code))
        for (const name of [...names].flatMap((each) => each.split(/ and | & /)))
          names.add(`${name} W.I.`).add(`${name} West Indies`);
      const foreignNames = new Set(inLanguages.flatMap((each) => each.of(code) ?? []));
      // `San Juan, PR 00901, USA`
      if (US_TERRITORIES.has(code)) for (const name of US_NAMES) foreignNames.add(name);
      if (REGIONS_OF_CHINA.has(code)) for (const name of CHINESE_NAMES) foreignNames.add(name);
      return [
        code,
        { names: [...names], foreignNames: [...foreignNames].filter((each) => !names.has(each)) },
      ];
    }),
  );
}
