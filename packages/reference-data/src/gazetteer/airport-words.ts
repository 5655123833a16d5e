import { fold } from './fold.js';

/** The last word of the names by which the gazetteer finds an airport's town: `haneda airport`, `bcn airport`. */
export const AIRPORT = 'airport';

const WORDS = new Set(
  (
    'airport airports aeropuerto aeroporto aeroport flughafen havalimani havaalani lotnisko luchthaven lufthavn lufthamn flygplats ' +
    'terminal lentoasema lentokentta repuloter letiste letisko aerodrom аэропорт аеропорт летище αεροδρομιο αερολιμενασ مطار فرودگاه'
  )
    .split(' ')
    .map(fold),
);
const KINDS = new Set(
  'international intl internacional internazionale internationale internationaler regional'.split(' '),
);
const LINKS = new Set('de del di da do of the la le'.split(' '));
const ELIDED = /^[dl](?=[aeiou])/;
const MAX_WORDS = 5;
const MIN_CHARACTERS = 4;

/** The words that can name an airport, all without those for an airport first, then fewer; none if no word says that it is an airport. */
export function airportNames(words: readonly string[]): string[][] {
  if (!words.some((word) => WORDS.has(word))) return [];
  // `Aéroport d'Orly`
  const elided = words.map((word, at) => (WORDS.has(words[at - 1] ?? '') ? word.replace(ELIDED, '') : word));
  const isElided = elided.join() !== words.join();
  return [...partsOfName(words), ...(isElided ? partsOfName(elided) : [])];
}

function partsOfName(words: readonly string[]): string[][] {
  const rest = words.filter((word) => !WORDS.has(word) && !KINDS.has(word)).slice(0, MAX_WORDS);
  const names: string[][] = [];
  for (let length = rest.length; length > 0; length -= 1) {
    for (let start = 0; start + length <= rest.length; start += 1) {
      const part = rest.slice(start, start + length);
      if (!LINKS.has(part[0] ?? '') && part.join(' ').length >= MIN_CHARACTERS) names.push(part);
    }
  }
  return names;
}
