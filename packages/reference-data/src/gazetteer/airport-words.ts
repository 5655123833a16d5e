import { fold } from './fold.js';

/** The last word of the names by which the gazetteer finds an airport's town: `haneda airport`, `bcn airport`. */
export const AIRPORT = 'airport';

const WORDS = new Set(
  (
    'airport airports intl jetport sunport airpark airfield aeropuerto aeroporto aeroport flughafen havalimani havaalani lotnisko luchthaven lufthavn lufthamn flygplats ' +
    'terminal lentoasema lentokentta repuloter letiste letisko aerodrom lidosta lennujaam bandara aeropuertu ' +
    'аэропорт аеропорт летище летиште аеродром әуежайы αεροδρομιο αερολιμενασ مطار فرودگاه विमानतल विमानतळ বিমানবন্দর ' +
    'აეროპორტი օդանավակայան 空港 機場 机场 航空站 공항 สนามบิน ท่าอากาศยาน'
  )
    .split(' ')
    .map(fold),
);
const KINDS = new Set(
  (
    'international internacional internazionale internationale internationaler regional intercontinental nemzetkozi ' +
    'uluslararasi miedzynarodowe miedzynarodowy mezinarodni medzinarodne medunarodna medunarodni internasional antarabangsa ' +
    'международный міжнародний международно διεθνης διεθνες الدولي دولي بينالمللي בינלאומי הבינלאומי'
  )
    .split(' ')
    .map(fold),
);
// Two words for an airport.
const WORD_PAIRS =
  / ?(?<![\p{L}])(?:hava limani|oro uostas|zracna luka|lapangan terbang|bandar udara|san bay|נמל התעופה|שדה התעופה) ?/u;
// In scripts without blanks the word is written together with the name: `羽田空港`, `인천국제공항`, `สนามบินดอนเมือง`.
const JOINED = [
  /^(?<name>.+?)(?:國際|国际|国際|국제)?(?:空港|機場|机场|航空站|공항)/u,
  new RegExp(`^(?:${fold('ท่าอากาศยาน')}|${fold('สนามบิน')})(?:${fold('นานาชาติ')})?(?<name>.+)$`, 'u'),
];
const LINKS = new Set('de del di da do of the la le'.split(' '));
const ELIDED = /^[dl](?=[aeiou])/;
const MAX_WORDS = 5;
const MIN_CHARACTERS = 4;
const LATIN = /[a-z]/;

/** Whether a word says that something is an airport. */
export function isAirportWord(word: string): boolean {
  return WORDS.has(word) || KINDS.has(word);
}

/** Words with those for an airport apart from each name that they are joined with. */
function separated(words: readonly string[]): readonly string[] {
  const spaced = words.join(' ').replace(WORD_PAIRS, ` ${AIRPORT} `).trim().split(' ');
  return spaced.flatMap((word) => {
    const name = JOINED.map((joined) => joined.exec(word)?.groups?.name).find((each) => each !== undefined);
    return name === undefined ? [word] : [name, AIRPORT];
  });
}

/** The words that can name an airport, all without those for an airport first, then fewer; none if no word says that it is an airport. */
export function airportNames(text: readonly string[]): string[][] {
  const words = separated(text);
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
      const name = part.join(' ');
      const isLong = name.length >= (LATIN.test(name) ? MIN_CHARACTERS : 2);
      if (!LINKS.has(part[0] ?? '') && isLong) names.push(part);
    }
  }
  return names;
}
