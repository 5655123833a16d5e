// Digits of a postcode (UPU, addressing systems of the countries). Countries that have none, or whose postcodes have letters, are in none.
const BY_LENGTH: Readonly<Record<number, string>> = {
  4: 'AF AL AM AR AT AU BD BE BG CH CY DK GE GL HT HU LI LU LV MD MK MZ NL NO NZ PH PT PY SI TN VE ZA',
  5:
    'BA BT CR CU CZ DE DO DZ EE EG ES FI FR GP GR GT HR ID IQ IT JO KE KR KW LK LT MA MC ME MM MN MQ MX MY NP PE PK PL PR RE RS SA SE SK SM SN ' +
    'TH TR TW UA US UY VA XK ZM',
  6: 'BY CN CO EC IN KG KZ NG PA RO RU SG TJ TM TW UZ VN',
  7: 'CL IL JP PT',
  8: 'BR',
  9: 'US',
};

// How the postcodes of France's and the United States' parts overseas begin, and no other of theirs.
const STARTS: readonly [whole: string, parts: Readonly<Record<string, readonly string[]>>][] = [
  [
    'FR',
    {
      GP: ['971'],
      MQ: ['972'],
      GF: ['973'],
      RE: ['974'],
      PM: ['975'],
      YT: ['976'],
      PF: ['987'],
      NC: ['988'],
    },
  ],
  ['US', { PR: ['006', '007', '009'], VI: ['008'], GU: ['969'] }],
];

// Postcodes with letters: `PH1 5TJ`, `K7L 1A1`, `H91 XY12`.
const WITH_LETTERS: readonly [countries: string, form: RegExp][] = [
  ['GB GG IM JE GI FK', /(?<![\p{L}\p{N}])[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}(?![\p{L}\p{N}])/u],
  ['CA', /(?<![\p{L}\p{N}])[ABCEGHJ-NPR-TVXY]\d[ABCEGHJ-NPR-TV-Z] ?\d[ABCEGHJ-NPR-TV-Z]\d(?![\p{L}\p{N}])/u],
  ['IE', /(?<![\p{L}\p{N}])(?:[AC-FHKNPRTV-Y]\d\d|D6W) ?(?=\d*[A-Z])[AC-FHKNPRTV-Y\d]{4}(?![\p{L}\p{N}])/u],
];

/** The countries with postcodes that have letters as one in a text does; none if it has none. */
export function countriesWithLetters(text: string): ReadonlySet<string> {
  return new Set(WITH_LETTERS.find(([, form]) => form.test(text))?.[0].split(' '));
}

// `110 00`
const APART = new Set(['CZ', 'GR', 'SE', 'SK']);

// The provinces of Spain in the order of their numbers, with which its postcodes begin: `37002` is in the 37th, Salamanca.
const SPANISH_PROVINCES =
  'alava albacete alicante almeria avila badajoz balears barcelona burgos caceres cadiz castellon ciudad_real cordoba a_coruna cuenca ' +
  'girona granada guadalajara gipuzkoa huelva huesca jaen leon lleida la_rioja lugo madrid malaga murcia navarra ourense asturias palencia ' +
  'las_palmas pontevedra salamanca santa_cruz_de_tenerife cantabria segovia sevilla soria tarragona teruel toledo valencia valladolid ' +
  'bizkaia zamora zaragoza ceuta melilla';

/** The words of the name of the Spanish province that a postcode would be of, or none. */
export function spanishProvince(digits: string): readonly string[] {
  const province =
    digits.length === 5 ? SPANISH_PROVINCES.split(' ')[Number(digits.slice(0, 2)) - 1] : undefined;
  return province?.split('_') ?? [];
}

/** The countries whose postcodes have so many digits, and are written so in a text; none if no country's have. */
export function countriesWithPostcode(digits: string, text = ''): ReadonlySet<string> {
  if (digits.length === 5 && text.includes(`${digits.slice(0, 3)} ${digits.slice(3)}`)) return APART;
  const countries = new Set(BY_LENGTH[digits.length]?.split(' '));
  for (const [whole, parts] of STARTS) {
    if (!countries.has(whole)) continue;
    const part = Object.keys(parts).find((code) => parts[code]?.some((start) => digits.startsWith(start)));
    for (const code of Object.keys(parts)) if (code !== part) countries.delete(code);
    if (part !== undefined) countries.add(part).delete(whole);
  }
  return countries;
}
