import { FIRST_NAMES, NO_PLACE_WORDS } from '@ops-admin/core/adapter';
import type { Run, Span } from './address-spans.js';
import type { Context, Mention } from './context.js';
import { isCountry, kilometresBetween, liesIn, type NamedPlace } from './name-index.js';
import { LARGE_PEOPLE, METROPOLIS_PEOPLE, VILLAGE_PEOPLE } from './place-sizes.js';
import { DISTRICT_WORDS, isStreet, QUARTER_WORDS } from './place-words.js';
import { isPostcodeOf } from './postcode-facts.js';
import { COMPANY_WORDS, VENUE_WORDS } from './text-words.js';

/** A town that a text names, with the areas that stand directly behind it. */
interface NamedTown {
  readonly span: Span;
  /** Only those in the areas, if it has any. */
  readonly places: readonly NamedPlace[];
  readonly areas: readonly Mention[];
  /** Whether words or numbers around it say something else, so that it needs an area or a postcode. */
  readonly isDoubtful: boolean;
  /** Whether a postcode of its country stands before it. */
  readonly hasPostcode: boolean;
  /** Whether it is an end of a journey. */
  readonly isEnd: boolean;
}

// Between the two ends of a journey.
const TO = new Set('to nach naar til till до'.split(' '));
// Between two towns, or before the first: `from Leeds to Bristol`, `Rome & Milan`, `Flight Oslo – Bergen`.
const LINKS = new Set([
  ...TO,
  ...(
    'from and or via vs von und oder bis de a et y e i och og en van из в и ' +
    'flight train bus ferry transfer transfers shuttle route trip travel travelling moving shipment flug zug vol vuelo tren'
  ).split(' '),
]);
const NO_TOWNS = [VENUE_WORDS, COMPANY_WORDS, DISTRICT_WORDS, QUARTER_WORDS, NO_PLACE_WORDS];
const MAX_TOWNS = 8;
const NEAR_KM = 50;
const MIN_ALIAS_LETTERS = 5;
const TOWN_PEOPLE = 15_000;
const BARE_PEOPLE = 20_000;

/** Whether a text names two towns of which neither lies in or near the other: `Vienna, Warsaw`, `Denver, CO, USA | Calgary, AB, Canada`. */
export function namesTwoTowns(context: Context, address: string): boolean {
  const isBare = !/[\p{N},;|\n\t]/u.test(address);
  const towns = townsOf(context).slice(-MAX_TOWNS);
  return towns.some((one, at) => towns.slice(at + 1).some((other) => areApart(one, other, isBare)));
}

function townsOf(context: Context): NamedTown[] {
  const towns: NamedTown[] = [];
  // Whether nothing but areas stands behind the last town.
  let isOpen = false;
  for (const { isEnd, isUnclear, span } of itemsOf(context)) {
    const town = towns.at(-1);
    const mention = context.mentions.find(({ span: each }) => each === span);
    const held = mention?.areas.filter((area) => town?.places.some((place) => liesIn(place, area))) ?? [];
    if (town && mention && isOpen && held.length > 0) {
      const places = town.places.filter((place) => held.some((area) => liesIn(place, area)));
      towns[towns.length - 1] = { ...town, places, areas: [...town.areas, { ...mention, areas: held }] };
      continue;
    }
    // `Kinshasa/Gombe, RDC`
    const isOfFormer =
      isOpen &&
      mention?.areas.some((area) => towns.some((each) => each.places.some((place) => liesIn(place, area))));
    if (town && isOfFormer) towns[towns.length - 1] = { ...town, isDoubtful: true };
    const { places, run } = span;
    isOpen = places.length > 0;
    const isBeside = (digits: string) => places.some((place) => isPostcodeOf(place, digits, context));
    const hasPostcode = isBeside(run.before);
    const isNumbered =
      (run.before !== '' && !hasPostcode) ||
      (run.after !== '' && (run.after.length < 5 || !isBeside(run.after)));
    if (isOpen)
      towns.push({
        span,
        places,
        areas: [],
        isDoubtful: !isEnd && (isNumbered || (isUnclear && !hasPostcode)),
        hasPostcode,
        isEnd,
      });
  }
  return towns;
}

interface Item {
  readonly span: Span;
  /** Whether other words stand in its run. */
  readonly isUnclear: boolean;
  /** Whether it stands next to `to`, and another span on the other side. */
  readonly isEnd: boolean;
}

/** The longest spans of a text, side by side. */
function itemsOf({ text }: Context): Item[] {
  return text.runs
    .filter(({ part, words }) => ['name', 'town', 'region'].includes(part) && !isStreet(words))
    .flatMap((run) => {
      const spans: Span[] = [];
      let unknown = 0;
      for (let at = 0; at < run.words.length; ) {
        const word = run.words[at] ?? '';
        const [span] = text.spans
          .filter((each) => each.run === run && each.start === at && isItem(each))
          .sort((one, other) => other.end - one.end);
        if (span && !(LINKS.has(word) && span.end === at + 1)) {
          spans.push(span);
          at = span.end;
        } else {
          if (!LINKS.has(word)) unknown += 1;
          at += 1;
        }
      }
      const isEnd = ({ end, start }: Span) =>
        spans.some(
          (other) =>
            (other.start === end + 1 && TO.has(run.words[end] ?? '')) ||
            (start === other.end + 1 && TO.has(run.words[other.end] ?? '')),
        );
      return spans
        .map((span) => ({ span, isUnclear: unknown > 0, isEnd: isEnd(span) }))
        .filter((item) => unknown === 0 || item.isEnd || isAtEdge(item.span, run));
    });
}

/** Whether a span is not an ordinary word. */
function isItem({ end, name, run, start }: Span): boolean {
  return !NO_TOWNS.some((list) => list.has(name)) && name.endsWith(run.words.slice(start, end).join(' '));
}

/** Whether a span ends its run, or begins it directly behind a number. */
function isAtEdge({ end, start }: Span, { before, words }: Run): boolean {
  return end === words.length || (start === 0 && before !== '');
}

function areApart(one: NamedTown, other: NamedTown, isBare: boolean): boolean {
  const isIn = (inner: NamedTown, outer: NamedTown) =>
    outer.span.areas.some((area) => inner.places.some((place) => liesIn(place, area)));
  return (
    !isIn(one, other) &&
    !isIn(other, one) &&
    !isNear(one, other) &&
    !isNear(other, one) &&
    isCertain(one, other, isBare) &&
    isCertain(other, one, isBare)
  );
}

/** Whether a place of the first lies near the largest place of the other. */
function isNear({ places }: NamedTown, { places: others }: NamedTown): boolean {
  const [largest] = [...others].sort((one, other) => other.people - one.people);
  return (
    largest !== undefined &&
    places.some((place) => place.country === largest.country && kilometresBetween(place, largest) < NEAR_KM)
  );
}

/** Whether a town is hardly anything else than a town of that name. */
function isCertain(
  { areas, hasPostcode, isDoubtful, isEnd, places: all, span }: NamedTown,
  other: NamedTown,
  isBare: boolean,
): boolean {
  const inAreas = ({ areas: named }: NamedTown) =>
    all.filter(
      (place) => place.own === 1 && named.some(({ areas: each }) => each.some((area) => liesIn(place, area))),
    );
  // `Ankara` in `Ankara, İzmir, Turkey`
  const shared = inAreas(other);
  const isForeign = other.areas.length > 0 && shared.length === 0;
  const isAlone = areas.every(({ areas: each }) => each.every(isCountry)) && !isForeign;
  const places = areas.length === 0 && shared.length > 0 ? shared : all;
  if (areas.length > 0 && !isAlone)
    return places.some(({ own, people }) => own === 1 || people >= LARGE_PEOPLE);
  const { name, run } = span;
  if (areas.length === 0 && (isDoubtful || FIRST_NAMES.has(name))) return false;
  if (isEnd) return places.some(({ own, people }) => people >= (own === 1 ? VILLAGE_PEOPLE : LARGE_PEOPLE));
  // `Łódź-Śródmieście`
  const least =
    (areas.length === 0 && isForeign) || run.head
      ? METROPOLIS_PEOPLE
      : isBare && span.run !== other.span.run
        ? BARE_PEOPLE
        : LARGE_PEOPLE;
  const isAlias =
    (!/[a-z]/.test(name) || name.length >= MIN_ALIAS_LETTERS || hasPostcode) &&
    !span.places.some(({ own, people }) => own === 1 && people >= TOWN_PEOPLE);
  return places.some(
    ({ own, people, section, weight }) =>
      section === 0 &&
      weight > 1 &&
      people >= least &&
      (own === 1 || (isAlias && people >= METROPOLIS_PEOPLE)),
  );
}
