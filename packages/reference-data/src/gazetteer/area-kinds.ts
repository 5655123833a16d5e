import { fold } from './fold.js';

// Kinds of countries, regions and counties that come before the name: `Kingdom of Spain`, `Provincia de Cádiz`.
const BEFORE = wordsOf(
  'state states province prov region reg department dept dep county co canton governorate republic rep kingdom federation ' +
    'confederation commonwealth principality sultanate emirate duchy union prefecture pref municipality territory ' +
    'oblast obl borough parish island isle estado edo provincia pcia provincie provinz departamento depto departement ' +
    'distrito district comunidad comunitat regione kanton land freistaat kreis landkreis republik republika republique ' +
    'republica repubblica volksrepublik bundesrepublik konigreich royaume reino regno koninkrijk estados principado principaute bundesland ' +
    'gouvernorat wilaya muhafazat gouvernement wojewodztwo woj judet judetul tinh jawatan negeri propinsi provinsi kabupaten ' +
    'республика респ область обл край вобласць област република νομος περιφερεια ولاية محافظة منطقة إمارة',
);
const ADJECTIVES = wordsOf(
  'grand federal federated federative democratic peoples socialist islamic united arab plurinational bolivarian co ' +
    'populaire popular democratique democratica federale islamique islamica socialiste operative cooperative independent sovereign hashemite autonomous metropolitan royal city and',
);
// `Wilaya d'Oran` is folded into one word.
const ELIDING = wordsOf('wilaya gouvernorat departement province provincia canton region');
const LINKS = wordsOf('of de del di du da do des d');
const ARTICLES = wordsOf('the la el los las les');
// Kinds that come after the name: `Bursa Province`, `Aichi-ken`, `Свердловская область`.
const AFTER = wordsOf(
  'state province prov region department county district dist governorate oblast obl oblysy krai kray okrug prefecture ' +
    'voivodeship territory emirate parish municipality canton borough ken fu to do sheng shi zizhiqu megye zupanija kraj ' +
    'ili rayon raion muhafazat ostan область обл вобл респ край округ вобласць област район oblasti lan fylke lani maakunta',
);
// The rest of `Northern Province`.
const NO_NAME =
  /^(?:(?:north|south|east|west)(?:ern)?|central|upper|lower|new|free|capital|federal|national|coastal|autonomous)$/;

/** A name without the kind of area, in all remaining forms: `kingdom of the netherlands` is also `netherlands`. */
export function withoutKind(name: string): string[] {
  const words = name.split(' ');
  return [...new Set([...withoutKindBefore(words), ...withoutKindAfter(words)])].filter(
    (each) => each !== '' && each !== name && !NO_NAME.test(each),
  );
}

function withoutKindBefore(words: readonly string[]): string[] {
  let at = 0;
  while (ADJECTIVES.has(words[at] ?? '') || BEFORE.has(words[at] ?? '')) at += 1;
  const isKind = words.slice(0, at).some((word) => BEFORE.has(word));
  const isCityOf = words[0] === 'city' && LINKS.has(words[at] ?? '');
  if (!isKind && !isCityOf) return [];
  if (LINKS.has(words[at] ?? '')) at += 1;
  const rest = words.slice(at);
  if (ELIDING.has(words[0] ?? '') && /^d[aeiou]/.test(rest[0] ?? ''))
    return [rest.join(' '), rest.join(' ').slice(1)];
  return ARTICLES.has(rest[0] ?? '') ? [rest.join(' '), rest.slice(1).join(' ')] : [rest.join(' ')];
}

function withoutKindAfter(words: readonly string[]): string[] {
  if (!AFTER.has(words.at(-1) ?? '')) return [];
  const rest = words.slice(0, -1);
  return [(rest.at(-1) === 'autonomous' ? rest.slice(0, -1) : rest).join(' ')];
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').map(fold));
}
