import { candidateOf } from './candidate-of.js';
import type { Candidate, Context } from './context.js';
import { fold } from './fold.js';
import { misspelt } from './misspelt.js';
import { kilometresBetween, liesIn } from './name-index.js';
import { LARGE_PEOPLE } from './place-sizes.js';
import { postcodeRegion } from './postcode-facts.js';

const MAX_CANDIDATES = 60;
const MAX_NAMESAKES = 6;
const MAX_OF_SPAN = 16;
const MAX_SPANS = 40;

/** The towns that a text can mean, the best first. */
export function candidatesOf(context: Context): Candidate[] {
  const spans = context.text.spans.filter(({ places }) => places.length > 0).slice(-MAX_SPANS);
  const found = spans.flatMap((span) =>
    span.places
      .filter(
        (place, at) =>
          at < MAX_NAMESAKES ||
          context.mentions.some(({ areas }) => areas.some((area) => liesIn(place, area))) ||
          postcodeRegion(place, context) > 0,
      )
      .slice(0, MAX_OF_SPAN)
      .map((place) => candidateOf(span, place, context)),
  );
  return best([...found, ...misspelt(context), ...coded(context)]);
}

const NEAR_AIRPORT_KM = 60;
/** The towns of airports whose codes stand for them next to a postcode or an area: `08007 BCN`, `BLR office, India`. */
function coded(context: Context): Candidate[] {
  const { isLoud, mentions, postcodes, reader, text } = context;
  if (isLoud || (mentions.length === 0 && postcodes.length === 0)) return [];
  return text.runs.flatMap((run) => {
    const [word = ''] = run.words;
    if (run.part !== 'name' || word.length !== 3 || !run.capitals[0]) return [];
    const airport = reader.airport(word.toUpperCase());
    const span = { run, start: 0, end: run.words.length, name: word, areas: [], places: [] };
    return (airport ? reader.places(fold(airport.city)) : [])
      .filter(
        (place) =>
          place.people >= LARGE_PEOPLE && kilometresBetween(place, airport ?? place) <= NEAR_AIRPORT_KM,
      )
      .map((place) => candidateOf(span, place, context));
  });
}

function best(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort((one, other) => other.score - one.score).slice(0, MAX_CANDIDATES);
}
