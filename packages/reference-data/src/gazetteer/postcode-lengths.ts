// Digits of a postcode (UPU, addressing systems of the countries). Countries whose postcodes have letters, or that have none, are in none.
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

/** The countries whose postcodes have so many digits; none if no country's have. */
export function countriesWithPostcode(digits: string): ReadonlySet<string> {
  return new Set(BY_LENGTH[digits.length]?.split(' '));
}
