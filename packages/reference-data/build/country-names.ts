// The languages of most postal addresses.
const LANGUAGES = (
  'af am ar as az be bg bn bo bs ca cs cy da de dz el en es et eu fa fi fil fo fr ga gd gl gu ha he hi hr hu hy id ig is ' +
  'it ja ka kk km kn ko ku ky lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn om or pa pl ps pt pt-PT rm ro ru rw sd ' +
  'si sk sl so sq sr sr-Latn sv sw ta te tg th ti tk to tr ug uk ur uz vi wo xh yo zh zh-Hant zu ast br ckb ee fur fy gsw ' +
  'gv haw kea ln mfe os qu se st tn tzm zgh'
).split(' ');

/** The ISO 3166-1 names of countries as the standard writes them: `Iran, Islamic Republic of`. */
export type IsoCountryNames = ReadonlyMap<string, string>;

// Names of countries that Unicode and ISO do not have: official names that `withoutKind` does not reduce to those (United
// Nations, UNTERM), former names, and abbreviations.
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  AE: ['الإمارات', 'UAE', 'Emirates', 'EAU', 'VAE'],
  AL: ['Shqipëria'],
  AR: ['Argentine Republic', 'Argentine'],
  AU: ['Aust'],
  AZ: ['Azərbaycan Respublikası'],
  BA: ['Bosnia', 'BiH'],
  BN: ['Nation of Brunei, Abode of Peace', 'Brunei Darussalam', 'Negara Brunei Darussalam'],
  BR: ['República Federativa do Brasil'],
  BY: ['РБ', 'Belorussia', 'Byelorussia'],
  CD: [
    'Democratic Republic of the Congo',
    'Democratic Republic of Congo',
    'DR Congo',
    'RD Congo',
    'R D Congo',
    'République démocratique du Congo',
    'DRC',
    'RDC',
    'Zaire',
    'Congo',
    'Congo DR',
    'Congo Kinshasa',
  ],
  CF: ['CAR', 'RCA'],
  CG: ['Republic of the Congo', 'Republic of Congo', 'Congo', 'Congo Brazzaville'],
  CH: [
    'Schweizerische Eidgenossenschaft',
    'Confédération suisse',
    'Confederazione Svizzera',
    'Swiss Confederation',
    'Helvetia',
    'Confoederatio Helvetica',
  ],
  CI: ['Ivory Coast', 'RCI'],
  CN: [
    'PR China',
    'P R China',
    'Peoples Republic of China',
    'PRC',
    'Mainland China',
    '中华人民共和国',
    '中華人民共和國',
  ],
  CV: ['Cape Verde'],
  CY: ['North Cyprus', 'Northern Cyprus', 'TRNC', 'KKTC', 'Kuzey Kıbrıs'],
  CZ: ['ČR', 'Česká republika', 'Czech Republic'],
  DE: ['BRD', 'Bundesrepublik Deutschland'],
  DK: ['Kongeriget Danmark'],
  DO: ['RD', 'Rep Dominicana'],
  EE: ['Eesti Vabariik'],
  EG: ['جمهورية مصر العربية', 'A.R.E.', 'ARE Egypt', 'Egypt ARE'],
  ET: ['Ityopia', 'Ityopiya'],
  FI: ['Suomen tasavalta', 'Suomi Finland'],
  FJ: ['Fiji Islands'],
  FR: ['French Republic', 'République française', 'France métropolitaine'],
  GA: ['Gabonese Republic'],
  GB: [
    ...['UK', 'U K', 'Great Britain', 'Britain', 'Grossbritannien', 'Gran Bretaña'],
    'United Kingdom of Great Britain and Northern Ireland',
  ],
  GR: ['Ελληνική Δημοκρατία', 'Hellenic Republic', 'Hellas'],
  HK: ['Hong Kong SAR', 'Hong Kong Special Administrative Region', 'HKSAR'],
  HU: ['Magyar Köztársaság'],
  IE: ['Republic of Ireland', 'Eire', 'ROI'],
  IL: ['מדינת ישראל'],
  IN: ['भारत गणराज्य', 'Bharat'],
  IR: ['جمهوری اسلامی ایران', 'Islamic Republic of Iran', 'Persia'],
  IT: ['Italian Republic', 'Repubblica Italiana'],
  JO: ['المملكة الأردنية الهاشمية'],
  JP: ['日本国'],
  KE: ['Jamhuri ya Kenya'],
  KG: ['Kyrgyz Republic'],
  KM: ['Union of the Comoros'],
  KN: ['Saint Christopher and Nevis', 'Federation of Saint Christopher and Nevis'],
  KP: ['DPRK', 'Democratic People’s Republic of Korea'],
  KR: ['Republic of Korea', 'Korea', 'ROK', '대한민국'],
  KZ: ['РК', 'Қазақстан Республикасы'],
  LA: ['Lao People’s Democratic Republic', 'Lao PDR'],
  LB: ['Lebanese Republic'],
  LT: ['Lietuvos Respublika'],
  LV: ['Latvijas Republika'],
  LY: ['Libyan Arab Jamahiriya'],
  MA: ['المملكة المغربية'],
  MK: ['Македонија', 'Macedonia', 'FYROM', 'The former Yugoslav Republic of Macedonia'],
  MM: ['Burma', 'Union of Myanmar'],
  MN: ['Монгол Улс'],
  MO: ['RAE de Macau', 'Macau SAR', 'Macao Special Administrative Region'],
  MU: ['Île Maurice', 'Mauritius Island'],
  MX: ['United Mexican States', 'Estados Unidos Mexicanos', 'EUM', 'Mejico'],
  NL: ['Koninkrijk der Nederlanden', 'Holland', 'Kingdom of the Netherlands'],
  NO: ['Kongeriket Norge'],
  NZ: ['Aotearoa'],
  OM: ['سلطنة عمان'],
  PF: ['Tahiti', 'Moorea', 'Bora Bora'],
  PG: ['PNG'],
  PH: ['Philippine Islands', 'Republika ng Pilipinas'],
  PL: ['Rzeczpospolita Polska'],
  PT: ['Portuguese Republic'],
  RE: ['Île de la Réunion'],
  RS: ['Република Србија'],
  RU: ['Russian Federation', 'РФ', 'Российская Федерация'],
  SA: ['KSA', 'السعودية'],
  SE: ['Konungariket Sverige'],
  SK: ['SR', 'Slovenská republika', 'Slovak Republic'],
  SM: ['RSM'],
  SO: ['Somaliland'],
  SS: ['S Sudan'],
  SY: ['Syrian Arab Republic'],
  SZ: ['Swaziland'],
  TG: ['Togolese Republic'],
  TH: ['ประเทศไทย'],
  TL: ['East Timor', 'Timor'],
  TR: ['Türkiye Cumhuriyeti', 'Turkey'],
  TT: ['T and T'],
  TW: ['中華民國', '中华民国', 'Taiwan ROC', 'ROC', 'Republic of China', 'Chinese Taipei'],
  TZ: ['Jamhuri ya Muungano wa Tanzania', 'United Republic of Tanzania'],
  US: [
    'USA',
    'United States of America',
    'EUA',
    'EE UU',
    'EEUU',
    'Estados Unidos de América',
    'America',
    'U S',
  ],
  UY: ['ROU', 'Oriental Republic of Uruguay', 'Eastern Republic of Uruguay'],
  UZ: ['Oʻzbekiston Respublikasi'],
  VA: ['Vatican', 'Holy See', 'Vatican City State'],
  VC: ['Saint Vincent'],
  VG: ['BVI', 'Virgin Islands', 'Virgin Islands, British'],
  VI: ['USVI', 'Virgin Islands', 'Virgin Islands, U.S.'],
  VN: ['Cộng hòa xã hội chủ nghĩa Việt Nam'],
  ZA: ['RSA'],
};

// `Jamaica W.I.`
const WEST_INDIES = new Set('AG AI BB BS DM GD JM KN KY LC MS TC TT VC VG'.split(' '));
const US_TERRITORIES = new Set(['AS', 'GU', 'MP', 'PR', 'VI']);
const US_NAMES = ['USA', 'US', 'United States', 'United States of America'];

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
        ...(OTHERS[code] ?? []),
      ]);
      if (WEST_INDIES.has(code))
        for (const name of [...names].flatMap((each) => each.split(/ and | & /)))
          names.add(`${name} W.I.`).add(`${name} West Indies`);
      const foreignNames = new Set(inLanguages.flatMap((each) => each.of(code) ?? []));
      // `San Juan, PR 00901, USA`
      if (US_TERRITORIES.has(code)) for (const name of US_NAMES) foreignNames.add(name);
      return [
        code,
        { names: [...names], foreignNames: [...foreignNames].filter((each) => !names.has(each)) },
      ];
    }),
  );
}
