import { type AddressSpans, overlaps, type Run, type Span } from './address-spans.js';
import { candidateOf } from './candidate-of.js';
import type { Candidate, Context } from './context.js';
import { kilometresBetween, liesIn, type NamedPlace } from './name-index.js';
import { LARGE_PEOPLE } from './place-sizes.js';
import { spellings } from './spellings.js';
import { VENUE_WORDS } from './text-words.js';

const MAX_TYPO_WORDS = 3;
const MAX_TYPO_RUNS = 4;
const MIN_LETTERS = 5;
const LARGER = 5;
const NEAR_KM = 25;

/** Towns whose name has one letter more, less or other than words of the text, within an area or by a postcode that the text has. */
export function misspelt(context: Context): Candidate[] {
  const { mentions, postcodes, reader, text } = context;
  const isMarked = ({ part, words }: Run) =>
    part === 'town' || VENUE_WORDS.has(words[0] ?? '') || text.runs.some((each) => each.part === 'street');
  const runs = text.runs.filter(({ part }) => part === 'name' || part === 'town').slice(-MAX_TYPO_RUNS);
  return runs.flatMap((run) =>
    typoSpans(run, text).flatMap((span) => {
      const outer = mentions.filter((each) => !overlaps(each.span, span));
      const isSupported = (place: NamedPlace) =>
        outer.some(({ areas }) => areas.some((area) => liesIn(place, area)));
      if (outer.length === 0 && postcodes.length === 0 && !isMarked(run)) return [];
      // It is a place there, or an area, as it is written.
      if (text.spans.some((each) => overlaps(each, span) && each.places.some(isSupported))) return [];
      if (mentions.some((each) => overlaps(each.span, span) && !each.isCode)) return [];
      const found = reader
        .spelled(spellings(span.name))
        .filter(({ name, people }) => people >= LARGE_PEOPLE || name.length >= MIN_LETTERS)
        .filter(
          (place) =>
            isSupported(place) ||
            (place.people >= LARGE_PEOPLE &&
              (isMarked(run) ||
                postcodes.some(({ countries }) => countries.has(reader.countryCode(place.country))))),
        );
      return certain(found).map((place) =>
        candidateOf({ ...span, name: place.name, areas: [], places: [place] }, place, context, true),
      );
    }),
  );
}

/** The largest of the towns, if no other one far from it comes near its size: `Linjiang` and `Lijiang` are both `Lnjiang`. */
function certain<Place extends NamedPlace>(places: readonly Place[]): readonly Place[] {
  const [first, ...others] = [...places].sort(
    (one, other) => other.own - one.own || other.people - one.people,
  );
  if (!first) return [];
  const isCertain = others.every(
    (each) =>
      each.own < first.own || each.people * LARGER < first.people || kilometresBetween(each, first) < NEAR_KM,
  );
  return isCertain ? [first] : [];
}

function typoSpans(run: Run, { spans }: AddressSpans): Span[] {
  const { words } = run;
  const found: Span[] = [];
  for (let length = Math.min(MAX_TYPO_WORDS, words.length); length > 0; length -= 1) {
    for (const start of new Set([0, words.length - length])) {
      const name = words.slice(start, start + length).join(' ');
      if (
        !spans.some(
          (span) =>
            span.run === run &&
            span.start === start &&
            span.end === start + length &&
            span.areas.some(({ code }) => code === 0),
        )
      )
        found.push({ run, start, end: start + length, name, areas: [], places: [] });
    }
  }
  return found;
}
