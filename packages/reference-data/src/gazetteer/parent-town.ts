import { isInside, overlaps, type Span } from './address-spans.js';
import type { Candidate } from './context.js';
import { kilometresBetween, type NamedPlace } from './name-index.js';
import { METROPOLIS_PEOPLE } from './place-sizes.js';

const QUARTER_KM = 35;

const LARGER = 5;

/** The larger town that a part of a town lies in, if the text names it, too. */
export function parentAmong(
  { place, span }: Candidate,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const isQuarter = place.section === 1 || /[区區구]$/.test(span.run.words[span.start] ?? '');
  return candidates.find(
    (other) =>
      other.place.id !== place.id &&
      ((isQuarter && !overlaps(other.span, span)) ||
        isHead(other, span, place) ||
        (isInside(other.span, span) &&
          (isQuarter || (place.own === 0 && other.place.people >= LARGER * place.people)))) &&
      other.place.section === 0 &&
      (other.place.own === 1 ||
        isHead(other, span, place) ||
        (other.place.people >= METROPOLIS_PEOPLE && isOneTown(other))) &&
      other.place.country === place.country &&
      other.place.people > place.people &&
      kilometresBetween(place, other.place) <= QUARTER_KM,
  );
}

/** Whether a name before a hyphen is that of a much larger town: `Warszawa-Mokotów`. */
function isHead(other: Candidate, { run, start }: Span, { people }: NamedPlace): boolean {
  const isBefore = run.head === other.span.name || (other.span.start === 0 && other.span.end === start);
  return run === other.span.run && isBefore && other.place.people >= LARGER * people;
}

/** Whether the name is not rather that of a region around the town: `Wien`, but not `Johor`. */
function isOneTown({ place, span }: Candidate): boolean {
  return span.areas.every(({ code, people }) => code !== 0 || people <= 2 * place.people);
}
