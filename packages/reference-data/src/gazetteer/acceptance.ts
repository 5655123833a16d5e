import { FIRST_NAMES, NO_PLACE_WORDS } from '@ops-admin/core/adapter';
import type { AddressSpans, Run } from './address-spans.js';
import type { Candidate, Context } from './context.js';
import { kilometresBetween, liesIn, type NamedPlace } from './name-index.js';
import { LARGE_PEOPLE, VILLAGE_PEOPLE } from './place-sizes.js';
import { refusalOf } from './refusals.js';
import { COMPANY_WORDS, FUNCTION_WORDS, VENUE_WORDS } from './text-words.js';
import type { AcceptanceFact, Facts } from './weights.js';

/** Why the best candidate is accepted or not. */
export interface Acceptance {
  readonly facts: Facts<AcceptanceFact>;
  /** Why nothing is found, whatever the facts are. */
  readonly refusal: string | undefined;
}

// Where towns are also written in Latin letters with `m.` or `g.` before the name.
const CYRILLIC = new Set('BG BY KG KZ MD MK RS RU TJ UA UZ'.split(' '));

/** The evidence for and against the best candidate of a text. */
export function acceptanceOf(best: Candidate, context: Context, address: string, people: number): Acceptance {
  const { facts: why, place, span } = best;
  const { run } = span;
  const facts: Facts<AcceptanceFact> = {};
  const areas = (['country', 'region', 'county', 'code', 'countyCode'] as const).filter(
    (each) => why[each] !== undefined,
  ).length;
  if (areas > 0) facts.area = Math.min(2, areas);
  if (why.postcodeRegion || why.postcodeForm)
    facts.postcode = why.postcodeRegion || why.besidePostcode ? 1 : 0.4;
  const names = context.text.runs;
  if (names.length === 1 && why.whole) facts.text = 1;
  if (why.whole || why.run) facts.whole = 1;
  if (why.own) facts.own = 1;
  const isShortAlias = place.own === 0 && /^[a-z]{1,4}$/.test(span.name);
  facts.people = Math.max(0, Math.log10(Math.max(1, isShortAlias ? people / 10 : people)) - 3);
  if (names.some(({ after, before }) => /^\d{1,3}$/.test(after) || /^\d{1,3}$/.test(before)))
    facts.address = 1;
  countWords(best, context, facts);
  if (run.isLower) facts.lower = 1;
  if (place.own === 0 && place.people < VILLAGE_PEOPLE && areas === 0 && /^[a-z]+$/.test(span.name))
    facts.villageAlias = 1;
  if (why.likeRegion) facts.likeRegion = 1;
  if (areas === 0 && !facts.postcode && isUnknownAfter(best, context)) facts.unknownAfter = 1;
  const contradictions = (['againstCode', 'againstCounty', 'againstPostcode', 'againstForm'] as const).filter(
    (each) => why[each],
  ).length;
  if (contradictions > 0) facts.contradiction = contradictions;
  if (why.againstRegion) facts.region = 1;
  if (why.twoLetters || (isCode(address) && !place.own)) facts.code = 1;
  if (NO_PLACE_WORDS.has(span.name) && areas === 0 && !why.postcodeForm && place.weight < 500_000)
    facts.everyday = 1;
  return {
    facts,
    refusal: refusalOf(best, context, address),
  };
}

/** Whether nothing is known of the words of the next part: `Narnia` in `Springfield, Narnia`. */
function isUnknownAfter({ place, span }: Candidate, { text }: Context): boolean {
  const next = text.runs[span.run.at + 1];
  if (next?.part !== 'name' || !next.isWholePart || next.words.some((word) => FUNCTION_WORDS.has(word)))
    return false;
  const isNamesake = span.places.some(
    (each) => each.own === 1 && each.id !== place.id && each.people >= 1_000,
  );
  if (!isNamesake && place.people >= 15_000) return false;
  return !text.spans.some(
    ({ run, places }) => run === next && places.some((each) => kilometresBetween(each, place) < NEAR_KM),
  );
}

const NEAR_KM = 60;

function isCode(address: string): boolean {
  return /^(?:[A-Z]{3}|[A-Z0-9]{4})$/.test(address);
}

const FANCIFUL = new Set('resort resorts casino mall club spa lodge palace castle plaza'.split(' '));

// A larger town is better known than the people who are called like it.
const FAMOUS_PEOPLE = 1_000_000;

function countWords(best: Candidate, context: Context, facts: Facts<AcceptanceFact>): void {
  const { facts: why, place, span } = best;
  const { text, mentions, reader } = context;
  let unexplained = 0;
  let unknown = 0;
  let functions = 0;
  let venues = 0;
  let isCompany = false;
  let isPerson = false;
  for (const run of text.runs) {
    if (run.part !== 'name') continue;
    for (const [at, word] of run.words.entries()) {
      if (run === span.run && ((at >= span.start && at < span.end) || why.run || why.whole)) continue;
      if (
        mentions.some(
          ({ areas, isFirm, span: each }) =>
            (isFirm || areas.some((area) => liesIn(place, area))) &&
            each.run === run &&
            at >= each.start &&
            at < each.end,
        )
      )
        continue;
      if (FIRST_NAMES.has(word)) isPerson ||= run === span.run;
      else if (VENUE_WORDS.has(word)) venues += 1;
      else if (COMPANY_WORDS.has(word)) isCompany ||= run === span.run;
      else if (FUNCTION_WORDS.has(word)) functions += 1;
      else if (!run.capitals[at] && !isNear(run, at, place, text)) {
        unexplained += run === span.run ? 1 : 0.5;
        if (run === span.run) unknown += 1;
        isPerson ||= run === span.run && reader.isGivenName(word);
      }
    }
  }
  // A hotel or a shop can have a name that is also that of a small town.
  if (!facts.area && place.people < LARGE_PEOPLE && span.run.words.some((word) => FANCIFUL.has(word))) {
    unexplained += venues;
    venues = 0;
  }
  // The word after a town is its street: `lodz piotrkowska 104`.
  if (facts.address) unexplained /= 2;
  if (unexplained > 0) facts.unexplained = Math.min(6, unexplained);
  if (functions > 0) facts.functionWord = Math.min(8, functions);
  if (venues > 0) facts.venue = Math.min(2, venues);
  const initial = span.start === 1 ? (span.run.words[0] ?? '') : '';
  if (/^[a-z]$/.test(initial) && !CYRILLIC.has(reader.countryCode(place.country)) && !facts.area)
    facts.person = 1;
  if (isNameOfPerson(best, context, unknown)) isPerson = true;
  if (isPerson && !facts.area && !facts.postcode) facts.person = 1;
  if (isCompany) facts.company = 1;
}

/** Whether a word is of a span that names a part of the town or of one near it. */
function isNear(run: Run, at: number, place: NamedPlace, { spans }: AddressSpans): boolean {
  return spans.some(
    (each) =>
      each.run === run &&
      at >= each.start &&
      at < each.end &&
      each.places.some((other) => other.section === 1 && kilometresBetween(other, place) < NEAR_KM),
  );
}

/** Whether a text is like `Austin Powers`, `Adam B. Smith`, `Denti, Floriano` or `McAllister, Fiona K.`. */
function isNameOfPerson(
  { place, span }: Candidate,
  { isLoud, reader, text: { runs, spans } }: Context,
  unknown: number,
): boolean {
  const [first, second] = runs;
  if (!first || runs.length > 2) return false;
  if (runs.some(({ after, before, part }) => after !== '' || before !== '' || part !== 'name')) return false;
  const isInitial = ({ capitals, words }: Run, at: number) =>
    !isLoud && words[at]?.length === 1 && capitals[at];
  if (!second)
    return (
      (first.words.length === 3 && !!isInitial(first, 1)) ||
      (reader.isGivenName(span.name) && span.start === 0 && unknown > 0)
    );
  const last = second.words.length - 1;
  const isGiven =
    second.words.every((word) => reader.isGivenName(word)) || (last > 0 && isInitial(second, last) === true);
  const isPlace = spans.some(
    ({ places, run }) => run !== span.run && places.some((each) => kilometresBetween(each, place) < NEAR_KM),
  );
  return isGiven && !isPlace && (span.run === first || place.people < FAMOUS_PEOPLE);
}
