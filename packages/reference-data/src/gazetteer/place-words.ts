/** Words behind a town's name that do not make it another one: `Jakarta Selatan`. */
export const DISTRICT_WORDS: ReadonlySet<string> = new Set(
  'selatan utara barat timur pusat العاصمة centrale central hbf hauptbahnhof termini station railway bahnhof city town metro metropolitan area centrum center centre cbd downtown kommune kommun municipality kerulet cantt cantonment shi si bay capital region'.split(
    ' ',
  ),
);

/** Words for a part of many towns, or for its trains. */
export const QUARTER_WORDS: ReadonlySet<string> = new Set(
  'medina centro centre altstadt mitte zentrum metro'.split(' '),
);

/** Whether digits can be a house number, and are no postcode. */
export function isHouseNumber(digits: string): boolean {
  return digits !== '' && digits.length <= 4;
}

// Folded, so that `st` is `saint` too: only used if the whole is not a place.
const AFTER_NAME = new Set(
  (
    'street st road rd avenue ave av lane ln drive dr square sq boulevard blvd way court ct place terrace highway hwy ' +
    'parkway pkwy crescent close row circle quay mews gardens alley plaza broadway walk strand wharf hill '
  ).split(' '),
);

/** Whether folded words end with a word for a street that can also belong to a town's name: `forum place`. */
export function isStreet(words: readonly string[]): boolean {
  return words.length > 1 && AFTER_NAME.has(words.at(-1) ?? '');
}
