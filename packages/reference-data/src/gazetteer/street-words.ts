// Folded, so that `st` is `saint` too: only used if the whole is not a place.
const AFTER_NAME = new Set(
  (
    'street st road rd avenue ave av lane ln drive dr square sq boulevard blvd way court ct place terrace highway hwy ' +
    'parkway pkwy crescent close row circle quay mews gardens alley plaza broadway walk strand wharf hill ' +
    'ut utca ter korut cd cad caddesi sk sokak bulvari gata gatan gate vej gade tie katu marg chowk'
  ).split(' '),
);
const BEFORE_NAME = new Set(
  (
    'rua r avenida av travessa praca alameda rodovia rue avenue boulevard bd place quai chemin impasse calle c carrer ' +
    'paseo plaza carretera via viale piazza corso largo vicolo ul ulica al aleja aleje pl plac os rynek nam namesti ' +
    'ulitsa улица ул проспект пр просп площадь пл переулок пер шоссе бульвар вулиця вул бул площа strada str bulevardul ' +
    'jalan jl dai duong pho οδος λεωφ λεωφορος'
  ).split(' '),
);
const GERMANIC_END =
  /(?:strasse|str|gasse|weg|platz|allee|ufer|damm|straat|laan|gracht|plein|weg|gatan|gata|vagen|vej|gade|veien|gate)$/;
// `Невский пр.`: the word comes after the name as often as before it.
const CYRILLIC =
  /^(?:ул|улица|пр|просп|проспект|площадь|пл|переулок|пер|шоссе|ш|бульвар|бул|наб|набережная|вулиця|вул|площа)$/;
const DIRECTIONS = new Set(['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw', 'north', 'south', 'east', 'west']);

/**
 * Whether folded words name a street, in languages that mark streets by a word: `andrassy ut`, `ул тверская`,
 * `damrakstraat`.
 */
export function isStreet(words: readonly string[]): boolean {
  const [first = '', ...others] = words;
  if (others.length === 0) return first.length > 6 && GERMANIC_END.test(first);
  const last = others.at(-1) ?? '';
  return (
    BEFORE_NAME.has(first) ||
    AFTER_NAME.has(last) ||
    CYRILLIC.test(last) ||
    words.some((word) => GERMANIC_END.test(word))
  );
}

/** The text after an English street word and an optional direction: `london` of `downing street london`. */
export function afterStreets(words: readonly string[]): string[][] {
  return words.flatMap((word, at) => {
    if (at === 0 || !AFTER_NAME.has(word)) return [];
    const rest = words.slice(DIRECTIONS.has(words[at + 1] ?? '') ? at + 2 : at + 1);
    return rest.length > 0 ? [rest] : [];
  });
}
