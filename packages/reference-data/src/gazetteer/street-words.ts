// Folded, so that `st` is `saint` too: only used if the whole is not a place.
const AFTER_NAME = new Set(
  (
    'street st road rd avenue ave av lane ln drive dr square sq boulevard blvd way court ct place terrace highway hwy ' +
    'parkway pkwy crescent close row circle quay mews gardens alley plaza broadway walk strand wharf hill '
  ).split(' '),
);
const DIRECTIONS = new Set([
  'n',
  's',
  'e',
  'w',
  'ne',
  'nw',
  'se',
  'sw',
  'north',
  'south',
  'east',
  'west',
  'northeast',
  'northwest',
  'southeast',
  'southwest',
]);

/** Whether folded words end with a word for a street that can also belong to a town's name: `forum place`. */
export function isStreet(words: readonly string[]): boolean {
  return words.length > 1 && AFTER_NAME.has(words.at(-1) ?? '');
}

/**
 * The text after an English street word and an optional direction: `london` of `downing street london`. The word can come first after
 * a number: `street nashville` of `17th Street Nashville`.
 */
export function afterStreets(words: readonly string[], isNumbered: boolean): string[][] {
  return words.flatMap((word, at) => {
    if ((at === 0 && !isNumbered) || !AFTER_NAME.has(word)) return [];
    const rest = words.slice(DIRECTIONS.has(words[at + 1] ?? '') ? at + 2 : at + 1);
    return rest.length > 0 ? [rest] : [];
  });
}
