import type { Span } from './address-spans.js';
import type { Candidate } from './context.js';
import { kilometresBetween, type NamedPlace } from './name-index.js';

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
      (isHead(other, span, place) ||
        (isQuarter && other.span !== span && (other.place.own === 1 || isOneTown(other)))) &&
      other.place.section === 0 &&
      other.place.country === place.country &&
      other.place.people > place.people &&
      kilometresBetween(place, other.place) <= QUARTER_KM,
  );
}

/** Whether a name before a hyphen is that of a much larger town: `Warszawa-Mokotów`. */
function isHead(other: Candidate, { run, start }: Span, { people }: NamedPlace): boolean {
  return run === other.span.run && other.span.end === start && other.place.people >= LARGER * people;
}

/** Whether the name is not rather that of a region around the town: `Wien`, but not `Johor`. */
function isOneTown({ place, span }: Candidate): boolean {
  return span.areas.every(({ people }) => people <= 2 * place.people);
}
