/** The weight of each fact in the score of a candidate. `tools/places/fit.mjs` fits them. */
export const SCORE = {
  people: 0.6,
  own: 0.6,
  foremost: 1.4,
  capital: 0.5,
  whole: 3.5,
  run: 2.6,
  end: 0.9,
  start: 0.6,
  word: 0.7,
  later: 0.15,
  country: 4.8,
  region: 5.8,
  county: 5,
  code: 3.5,
  countyCode: 0.2,
  againstCountry: -12,
  againstRegion: -5.6,
  againstCode: -4,
  againstCounty: -1.5,
  besidePostcode: 2,
  postcodeForm: 1,
  postcodeRegion: 5,
  againstPostcode: -4.7,
  againstForm: -2,
  street: -6,
  numbered: -3.5,
  nature: -8,
  everyday: -3,
  lower: -1,
  inLonger: -3.5,
  likeRegion: -4,
  twoLetters: -5,
  typo: -2.5,
  dwarfed: -4,
  brand: -5,
  nearby: -4,
} as const;

/** The same for its acceptance. */
export const ACCEPTANCE = {
  area: 1.8,
  postcode: 1.9,
  text: 4.9,
  whole: 1.2,
  own: 0.6,
  people: 0.7,
  address: 0.8,
  venue: 0.8,
  unexplained: -0.5,
  functionWord: -0.5,
  person: -3.5,
  company: -5,
  everyday: -8,
  lower: -0.6,
  likeRegion: -8,
  unknownAfter: -2.2,
  villageAlias: -6,
  contradiction: -2,
  region: -3,
  code: -12,
} as const;

/** The sum that a candidate needs to be accepted. */
export const ACCEPTED = 2;

export type Fact = keyof typeof SCORE;
export type AcceptanceFact = keyof typeof ACCEPTANCE;
/** The facts about a candidate; those that do not hold are missing. */
export type Facts<Name extends string> = Partial<Record<Name, number>>;

/** The weighed sum of facts. */
export function sum<Name extends string>(
  facts: Facts<Name>,
  weights: Readonly<Record<Name, number>>,
): number {
  let total = 0;
  for (const name in facts) total += (facts[name] ?? 0) * weights[name];
  return total;
}
