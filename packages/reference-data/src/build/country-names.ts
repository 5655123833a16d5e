// The languages of most postal addresses.
const LANGUAGES = (
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ' +
  'ko lo lt lv mk ml mn mr ms my nb ne nl pa pl pt ro ru si sk sl sq sr sr-Latn sv sw ta te th tr uk ur uz vi zh zh-Hant'
).split(' ');

// What countries are called besides the names that Unicode has.
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates'],
  BA: ['Bosnia'],
  CD: ['Democratic Republic of the Congo', 'DR Congo', 'DRC'],
  CG: ['Republic of the Congo'],
  CN: ['PR China', 'Peoples Republic of China', 'PRC'],
  CZ: ['Czech Republic'],
  DE: ['BRD', 'Bundesrepublik Deutschland'],
  GB: ['UK', 'Great Britain', 'Britain', 'Grossbritannien'],
  HK: ['Hong Kong SAR'],
  IE: ['Republic of Ireland', 'Eire'],
  IR: ['Islamic Republic of Iran'],
  KP: ['DPRK'],
  KR: ['Republic of Korea', 'Korea'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  MO: ['Macau SAR'],
  NL: ['Holland'],
  PG: ['PNG'],
  PH: ['Philippine Islands'],
  RU: ['Russian Federation', 'РФ'],
  SA: ['KSA'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  TW: ['Taiwan ROC', 'ROC'],
  US: ['USA', 'United States of America', 'EUA', 'EE UU', 'Estados Unidos de América'],
  VA: ['Vatican', 'Holy See'],
};

/** What the countries with these codes are called in many languages; the names of this Node's ICU and a few more. */
export function countryNames(codes: Iterable<string>): Map<string, readonly string[]> {
  const inLanguage = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' }),
    ),
  );
  return new Map(
    [...codes].map((code) => [
      code,
      [...new Set([...inLanguage.flatMap((names) => names.of(code) ?? []), ...(OTHERS[code] ?? [])])],
    ]),
  );
}
